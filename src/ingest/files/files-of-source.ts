import { Fault } from '../../errors.ts';
import type { Instant } from '../../normalise/instant.ts';
import { folderOfPattern, isPattern, matchingFiles } from './glob.ts';
import { misnamedFaults } from './names-in-folder.ts';
import { answering, filesAt, joinedFiles, type NamedFiles, statIfThere, statOf } from './paths-of-command.ts';
import { isPlainLines } from './source-format.ts';

/** A file of a source, as it was when it was found. */
export interface FoundFile {
  readonly name: string;
  readonly bytes: number;
  /** Modification time, milliseconds since 1970. */
  readonly changedAt: number;
  /** Creation time, milliseconds since 1970; 0 where the file system has none. */
  readonly madeAt: number;
  /** Whether it is read although it may still be written to, so that it may end within a line. */
  readonly mayGrow: boolean;
}

/** A file left for the next reading. */
export interface LeftFile {
  readonly name: string;
  /** writing: it was changed a moment ago; changed: it was changed or removed while it was read. */
  readonly reason: 'writing' | 'changed';
}

export interface FoundFiles {
  /** Sorted, without repetitions. */
  readonly files: readonly FoundFile[];
  readonly left: readonly LeftFile[];
  /** Files of folders that are no log or table by name. */
  readonly leftOut: readonly string[];
  /** Patterns that match no file. */
  readonly unmatched: readonly string[];
  /** Faults of paths that cannot be read; the other paths are read. */
  readonly faults: readonly Fault[];
  /** Faults of files and folders whose names are not UTF-8; absent without any. */
  readonly misnamed?: readonly Fault[];
}

/** A log that is still not quiet after this multiple of quietSeconds is treated as never quiet. */
const LIVE_AFTER = 10;

/** Clocks of file servers differ; a modification time further in the future than this is ignored. */
const ODD_CLOCK_SECONDS = 3600;

/**
 * Files of paths and patterns, except those that may still be written to.
 * @param quietSeconds required time between a file's last change and `readAt`; 0 takes all files
 */
export async function findFiles(
  paths: readonly string[],
  quietSeconds: number,
  readAt: Instant,
): Promise<FoundFiles> {
  await answering(paths.map((path) => (isPattern(path) ? folderOfPattern(path) : path)));
  const files = new Map<string, FoundFile>();
  const found: NamedFiles[] = [];
  const unmatched: string[] = [];
  const faults: Fault[] = [];
  for (const path of paths) {
    try {
      const behind = filesBehind(path);
      found.push(behind);
      if (isPattern(path) && matchesNothing(behind)) unmatched.push(path);
      for (const name of behind.names) {
        const file = foundFile(name);
        if (file !== undefined && !files.has(name)) files.set(name, file);
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error);
    }
  }
  const { leftOut, misnamed } = joinedFiles(found);
  return {
    ...sortedByQuiet([...files.values()], quietSeconds, readAt),
    ...{ leftOut, unmatched, faults },
    ...(misnamed && { misnamed: misnamedFaults(misnamed) }),
  };
}

/** The files to read, and those that may still be written to. */
function sortedByQuiet(
  found: readonly FoundFile[],
  quietSeconds: number,
  readAt: Instant,
): Pick<FoundFiles, 'files' | 'left'> {
  const now = readAt.seconds * 1000 + readAt.micros / 1000;
  const files: FoundFile[] = [];
  const left: LeftFile[] = [];
  for (const file of found) {
    if (isQuiet(file, quietSeconds, now)) files.push(file);
    else if (isLiveLog(file, now - LIVE_AFTER * quietSeconds * 1000)) files.push({ ...file, mayGrow: true });
    else left.push({ name: file.name, reason: 'writing' });
  }
  return { files, left };
}

function matchesNothing({ names, misnamed }: NamedFiles): boolean {
  return names.length === 0 && misnamed === undefined;
}

/** Undefined for a file that was removed meanwhile. */
function foundFile(name: string): FoundFile | undefined {
  const stats = statIfThere(name);
  if (stats === undefined) return undefined;
  const { size: bytes, mtimeMs: changedAt, birthtimeMs: madeAt } = stats;
  return { name, bytes, changedAt, madeAt, mayGrow: false };
}

/** Whether nobody has written to a file for so long that it counts as complete. */
function isQuiet({ changedAt }: FoundFile, quietSeconds: number, now: number): boolean {
  const isOld = changedAt <= now - quietSeconds * 1000;
  const isOddClock = changedAt > now + ODD_CLOCK_SECONDS * 1000;
  return quietSeconds === 0 || isOld || isOddClock;
}

/**
 * Whether a file is a log that has been written to for so long that it may never be quiet: it is read up to its last
 * whole line, and the rest at the next reading. A packed file or a table is complete only at its end.
 */
function isLiveLog({ name, madeAt }: FoundFile, before: number): boolean {
  return isPlainLines(name) && madeAt > 0 && madeAt <= before;
}

/** The names of files that are read although they may still be written to. */
export function growingOf({ files }: Pick<FoundFiles, 'files'>): ReadonlySet<string> {
  return new Set(files.filter(({ mayGrow }) => mayGrow).map(({ name }) => name));
}

/**
 * Whether a file has changed since it was found, so that what was read of it is not reliable. A log that is never quiet has
 * changed only if it is gone or shorter: added lines would otherwise hide every fault of it.
 */
export function isChanged({ name, bytes, changedAt, mayGrow }: FoundFile): boolean {
  const stats = statIfThere(name);
  if (stats === undefined || stats.size < bytes) return true;
  return !mayGrow && (stats.size !== bytes || stats.mtimeMs !== changedAt);
}

/** An existing file whose own name has a * is not a pattern. */
function filesBehind(path: string): NamedFiles {
  if (isPattern(path) && statIfThere(path) === undefined) {
    // A pattern may match no file yet; a missing folder is a mistake.
    statOf(folderOfPattern(path));
    return matchingFiles(path);
  }
  return filesAt(path);
}
