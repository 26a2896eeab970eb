import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report, ReportScope } from '../../reports/report.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import type { ZoneOf } from './cell.ts';
import { buildManifest } from './manifest.ts';
import { type WrittenFile, writeDurably, writeReport } from './write-report.ts';

const PREFIX = '.writing-';

/**
 * Makes an empty folder beside the place where the finished one will be, so that it can be moved there at once.
 * What a killed run left of the kind is removed: one run at a time writes there.
 * @throws Fault FOLDER_NOT_WRITABLE
 */
export async function makeStage(parent: string): Promise<string> {
  try {
    await mkdir(parent, { recursive: true });
    for (const name of await readdir(parent)) {
      if (name.startsWith(PREFIX)) await rm(join(parent, name), { recursive: true, force: true });
    }
    return await mkdtemp(join(parent, PREFIX));
  } catch (error) {
    throw writeFault(error, parent);
  }
}

/** Writes reports into a staged folder, in their order. */
export async function writeReports(
  session: Session,
  reports: readonly Report[],
  scope: ReportScope,
  zoneOf: ZoneOf,
  folder: string,
): Promise<WrittenFile[]> {
  const files: WrittenFile[] = [];
  for (const report of reports) {
    try {
      files.push(await writeReport(session, report, scope, zoneOf, folder));
    } catch (error) {
      throw writeFault(error, folder);
    }
  }
  return files;
}

/** Writes manifest.json beside the files and makes the folder durable. */
export async function writeManifest(
  session: Session,
  scope: ReportScope,
  version: number | null,
  files: readonly WrittenFile[],
  folder: string,
): Promise<void> {
  const text = await buildManifest(session, scope, version, files);
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

/** A file system's error as the fault it is for a user; any other error as it is. */
export function writeFault(error: unknown, folder: string): unknown {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof Fault || syscall === undefined) return error;
  const reasons: Record<string, string> = {
    EACCES: 'no right to write there',
    EPERM: 'no right to write there',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'there is a file of that name',
  };
  return new Fault('FOLDER_NOT_WRITABLE', {
    where: folder,
    found: reasons[code ?? ''] ?? message,
    cause: error,
  });
}
