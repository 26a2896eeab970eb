import { existsSync, statSync } from 'node:fs';
import { chmod, link, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report, ReportScope } from '../../../reports/report.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import { makeFolders } from '../../database/make-folders.ts';
import type { Session } from '../../database/store.ts';
import { syncFolder } from '../../database/sync-folder.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { writeFault } from '../../file-fault.ts';
import { sha256OfBlocks } from '../../sha256.ts';
import type { Form } from '../profile.ts';
import { DATAPACKAGE, datapackageText, hasDatapackage } from './datapackage.ts';
import { pointLatest } from './latest-link.ts';
import { buildManifest } from './manifest.ts';
import { openRegular } from './regular-file.ts';
import type { EarlierFiles } from './spliced-report.ts';
import { MANIFEST, type VersionFiles, type WrittenFile, type WrittenReport } from './version-files.ts';
import { writeDurably } from './write-durably.ts';
import { type BegunReport, beginReport } from './write-report.ts';

const PREFIX = '.writing-';
const DAY_MILLISECONDS = 86_400_000;
/** mkdtemp makes folders that others cannot open; reports are for others too, as far as the user's umask allows. */
const FOLDER_MODE = 0o777;

/** Makes a folder and its parents where they are missing. Throws FOLDER_NOT_WRITABLE. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    makeFolders(folder);
  } catch (error) {
    throw writeFault(error, folder);
  }
}

/**
 * Makes an empty folder beside the place of the finished one, so that it can be moved there at once. Removes those that killed runs
 * left: only one run at a time writes there.
 * @param name distinguishes stages of one parent
 * @throws Fault FOLDER_NOT_WRITABLE
 */
export async function makeStage(parent: string, name = ''): Promise<string> {
  return stageIn(parent, async () => {
    await sweepStages(parent, name);
    return newStage(parent, name);
  });
}

/** Like {@link makeStage}, in a folder that other processes may write to now: removes only what was left a day ago. */
export async function makeStageBesideOthers(parent: string): Promise<string> {
  return stageIn(parent, async () => {
    const stage = await newStage(parent, '');
    // By the clock of the file system, which may be that of another machine.
    await sweepStages(parent, '', statSync(stage).mtimeMs - DAY_MILLISECONDS);
    return stage;
  });
}

async function stageIn(parent: string, make: () => Promise<string>): Promise<string> {
  try {
    makeFolders(parent);
    return await make();
  } catch (error) {
    throw writeFault(error, parent);
  }
}

async function newStage(parent: string, name: string): Promise<string> {
  const stage = await mkdtemp(join(parent, `${PREFIX}${name}`));
  await chmod(stage, FOLDER_MODE & ~process.umask());
  return stage;
}

/**
 * Removes stages that killed runs left in a folder.
 * @param before only those in which no file was made since; milliseconds since 1970
 */
export async function sweepStages(
  parent: string,
  name = '',
  before = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const entry of await readdir(parent)) {
    const stage = join(parent, entry);
    if (!entry.startsWith(`${PREFIX}${name}`)) continue;
    const made = statSync(stage, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && made < before) await rm(stage, { recursive: true, force: true });
  }
}

/** Reports of which some may still be copied from the files of the version before. */
export interface BegunReports {
  /** Those that are complete. */
  readonly written: readonly WrittenReport[];
  /** Does other work on the session meanwhile. No file is still written when this throws. */
  beside<T>(work: () => Promise<T>): Promise<T>;
  /** Ends when all are durable; returns them in their order. */
  finish(): Promise<WrittenReport[]>;
}

/**
 * Writes those of these reports that the scope has into a staged folder.
 * @param earlier the files of the version before, of which new ones can be made with little work
 */
export async function beginReports(
  session: Session,
  reports: readonly Report[],
  scope: ReportScope,
  form: Form,
  folder: string,
  earlier?: EarlierFiles,
): Promise<BegunReports> {
  const begun: BegunReport[] = [];
  const keeping: Promise<unknown>[] = [];
  // No file may still be written when the folder is removed. A copy adds its file when it is complete.
  const orSettled = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      for (const kept of keeping) await kept.catch(() => undefined);
      throw writeFault(error, folder);
    }
  };
  await orSettled(async () => {
    for (const report of shownReports(scope, reports))
      begun.push(await beginReport(session, report, scope, { form, folder, keeping, earlier }));
  });
  return {
    written: begun.flatMap(({ written }) => written ?? []),
    beside: orSettled,
    finish: () =>
      orSettled(async () => {
        const written: WrittenReport[] = [];
        for (const { finish } of begun) written.push(await finish());
        await Promise.all(keeping);
        return written;
      }),
  };
}

/** Like {@link beginReports}, and ends when all are durable. Returns them in their order. */
export async function writeReports(
  session: Session,
  reports: readonly Report[],
  scope: ReportScope,
  form: Form,
  folder: string,
  earlier?: EarlierFiles,
): Promise<WrittenReport[]> {
  const begun = await beginReports(session, reports, scope, form, folder, earlier);
  return begun.finish();
}

/** Writes manifest.json and datapackage.json beside the files and makes the folder durable. */
export async function writeManifest(
  session: Session,
  scope: ReportScope,
  version: VersionFiles,
  folder: string,
): Promise<void> {
  const text = await buildManifest(session, scope, version);
  try {
    await atFaultPoint('publish.manifest', () =>
      writeDurably(join(folder, MANIFEST), (write) => write(text)),
    );
    if (hasDatapackage(scope)) {
      const described = datapackageText(scope, version);
      await writeDurably(join(folder, DATAPACKAGE), (write) => write(described));
    }
    await syncFolder(folder);
  } catch (error) {
    throw writeFault(error, folder);
  }
}

/** Moves a staged version to its place and points `latest` at the newest. Throws FOLDER_NOT_WRITABLE. */
export async function place(stage: string, parent: string, version: number): Promise<void> {
  try {
    await atFaultPoint('publish.place', () => rename(stage, join(parent, `v${version}`)));
    await pointLatest(parent);
    await syncFolder(parent);
  } catch (error) {
    throw writeFault(error, parent);
  }
}

/**
 * Moves staged files into the folder of a version, one after the other, and removes the stage. A file that is there by now is
 * left as it is. Throws FOLDER_NOT_WRITABLE.
 */
export async function placeFiles(stage: string, folder: string, names: readonly string[]): Promise<void> {
  try {
    for (const name of names) {
      const path = join(folder, name);
      if (!existsSync(path)) await atFaultPoint('publish.place', () => rename(join(stage, name), path));
    }
    await syncFolder(folder);
    await rm(stage, { recursive: true, force: true });
  } catch (error) {
    throw writeFault(error, folder);
  }
}

/** Replaces staged files by hard links to files of the previous version that have the same bytes. */
export async function linkUnchanged(
  files: readonly WrittenFile[],
  stage: string,
  before: string,
): Promise<void> {
  for (const file of files) {
    const old = join(before, file.name);
    if (!(await hasBytes(old, file))) continue;
    const own = join(stage, file.name);
    const linked = `${own}.link`;
    try {
      await link(old, linked);
      await rename(linked, own);
    } catch {
      // A file system without links keeps the copy, which has the same bytes.
      await rm(linked, { force: true });
    }
  }
}

/** Whether a file is there with these bytes. A large file of another size is not read only to find that it differs. */
async function hasBytes(path: string, { bytes, sha256 }: WrittenFile): Promise<boolean> {
  const file = await openRegular(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    if ((await file.stat()).size !== bytes) return false;
    return (await sha256OfBlocks(file.createReadStream({ autoClose: false }))) === sha256;
  } finally {
    await file.close();
  }
}
