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
  const left: LeftFile[] = [];
  const unmatched: string[] = [];
  const faults: Fault[] = [];
  const now = readAt.seconds * 1000 + readAt.micros / 1000;
  for (const path of paths) {
    try {
      const behind = filesBehind(path);
      const { names } = behind;
      found.push(behind);
      if (names.length === 0 && behind.misnamed === undefined && isPattern(path)) unmatched.push(path);
      for (const name of names) {
        const stats = statIfThere(name);
        if (stats === undefined || files.has(name)) continue;
        files.set(name, {
          ...{ name, bytes: stats.size },
          ...{ changedAt: stats.mtimeMs, madeAt: stats.birthtimeMs, mayGrow: false },
        });
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error);
    }
  }
  for (const file of [...files.values()]) {
    const { name, changedAt, madeAt } = file;
    if (quietSeconds === 0 || changedAt <= now - quietSeconds * 1000) continue;
    if (changedAt > now + ODD_CLOCK_SECONDS * 1000) continue;
    if (isLiveLog(name, madeAt, now - LIVE_AFTER * quietSeconds * 1000)) {
      files.set(name, { ...file, mayGrow: true });
      continue;
    }
    files.delete(name);
    left.push({ name, reason: 'writing' });
  }
  const { leftOut, misnamed } = joinedFiles(found);
  return {
    ...{ files: [...files.values()], left, leftOut, unmatched, faults },
    ...(misnamed && { misnamed: misnamedFaults(misnamed) }),
  };
}

/**
 * Whether a file is a log that has been written to for so long that it may never be quiet: it is read up to its last
 * whole line, and the rest at the next reading. A packed file or a table is complete only at its end.
 */
function isLiveLog(name: string, madeAt: number, before: number): boolean {
  return isPlainLines(name) && madeAt > 0 && madeAt <= before;
}

/** The names of files that are read although they may still be written to. */
export function growingOf({ files }: Pick<FoundFiles, 'files'>): ReadonlySet<string> {
  return new Set(files.filter(({ mayGrow }) => mayGrow).map(({ name }) => name));
}

/** Whether a file has changed since it was found, so that what was read of it is not reliable. */
export function isChanged({ name, bytes, changedAt }: FoundFile): boolean {
  const stats = statIfThere(name);
  return stats === undefined || stats.size !== bytes || stats.mtimeMs !== changedAt;
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
