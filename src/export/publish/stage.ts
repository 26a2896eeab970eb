import { chmod, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report, ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { writeFault } from '../../file-fault.ts';
import type { Form } from '../profile.ts';
import { type WrittenReport, writeDurably, writeReport } from '../write-report.ts';
import { buildManifest, type VersionFiles } from './manifest.ts';

const PREFIX = '.writing-';
/** What mkdtemp makes is closed to others; reports are for them, as far as the user's mask allows. */
const FOLDER_MODE = 0o777;

/** Makes a folder with those above it, where it is missing. Throws FOLDER_NOT_WRITABLE. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw writeFault(error, folder);
  }
}

/**
 * Makes an empty folder beside the place where the finished one will be, so that it can be moved there at once.
 * @param name tells stages of one parent apart
 * @throws Fault FOLDER_NOT_WRITABLE
 */
export async function makeStage(parent: string, name = ''): Promise<string> {
  try {
    await mkdir(parent, { recursive: true });
    await sweepStages(parent, name);
    const stage = await mkdtemp(join(parent, `${PREFIX}${name}`));
    await chmod(stage, FOLDER_MODE & ~process.umask());
    return stage;
  } catch (error) {
    throw writeFault(error, parent);
  }
}

/** Removes what killed runs left of stages in a folder: one run at a time writes there. */
export async function sweepStages(parent: string, name = ''): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (entry.startsWith(`${PREFIX}${name}`)) await rm(join(parent, entry), { recursive: true, force: true });
  }
}

/** Writes reports into a staged folder, in their order, and has the disk keep them. */
export async function writeReports(
  session: Session,
  reports: readonly Report[],
  scope: ReportScope,
  form: Form,
  folder: string,
): Promise<WrittenReport[]> {
  const written: WrittenReport[] = [];
  const keeping: Promise<void>[] = [];
  try {
    for (const report of reports)
      written.push(await writeReport(session, report, scope, form, folder, keeping));
    await Promise.all(keeping);
    return written;
  } catch (error) {
    throw writeFault(error, folder);
  } finally {
    // No file is written any more when the folder is removed.
    await Promise.allSettled(keeping);
  }
}

/** Writes manifest.json beside the files and makes the folder durable. */
export async function writeManifest(
  session: Session,
  scope: ReportScope,
  version: VersionFiles,
  folder: string,
): Promise<void> {
  const text = await buildManifest(session, scope, version);
  try {
    await writeDurably(join(folder, 'manifest.json'), (write) => write(text));
    await syncFolder(folder);
  } catch (error) {
    throw writeFault(error, folder);
  }
}

/** Has the disk keep a folder's entries. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
