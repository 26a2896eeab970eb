import { Fault } from '../../errors.ts';
import type { Instant } from '../../normalise/instant.ts';
import { folderOfPattern, isPattern, matchingFiles } from './glob.ts';
import { answering, filesBelow, statIfThere, statOf } from './paths-of-command.ts';
import { isPlainLines } from './source-format.ts';

/** A file of the settings, as it was when it was found. */
export interface FoundFile {
  readonly name: string;
  readonly bytes: number;
  /** When it was last changed, milliseconds since 1970. */
  readonly changedAt: number;
  /** When it was made; 0 where the file system does not tell. */
  readonly madeAt: number;
}

/** A file that is left for the next time. */
export interface LeftFile {
  readonly name: string;
  /** writing: it was changed a moment ago; changed: it was changed, or went away, while it was read. */
  readonly reason: 'writing' | 'changed';
}

export interface FoundFiles {
  /** In a fixed order, each once. */
  readonly files: readonly FoundFile[];
  readonly left: readonly LeftFile[];
  /** Patterns that lead to no file. */
  readonly unmatched: readonly string[];
  /** Of paths that cannot be followed; the others are. */
  readonly faults: readonly Fault[];
}

/** A file of lines that is not quiet after so many times as long is one that never is. */
const LIVE_AFTER = 10;

/** Clocks of file servers differ; what claims to be changed later than so says nothing of now. */
const ODD_CLOCK_SECONDS = 3600;

/**
 * Files behind paths and patterns, but for those that may still be written to.
 * @param quietSeconds how long before `readAt` a file was last changed at least; 0 takes all
 */
export async function findFiles(
  paths: readonly string[],
  quietSeconds: number,
  readAt: Instant,
): Promise<FoundFiles> {
  await answering(paths.map((path) => (isPattern(path) ? folderOfPattern(path) : path)));
  const files = new Map<string, FoundFile>();
  const left: LeftFile[] = [];
  const unmatched: string[] = [];
  const faults: Fault[] = [];
  const now = readAt.seconds * 1000 + readAt.micros / 1000;
  for (const path of paths) {
    try {
      const names = namesBehind(path);
      if (names.length === 0 && isPattern(path)) unmatched.push(path);
      for (const name of names) {
        const stats = statIfThere(name);
        if (stats === undefined || files.has(name)) continue;
        files.set(name, {
          ...{ name, bytes: stats.size },
          ...{ changedAt: stats.mtimeMs, madeAt: stats.birthtimeMs },
        });
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error);
    }
  }
  for (const { name, changedAt, madeAt } of [...files.values()]) {
    if (isLiveLog(name, madeAt, now - LIVE_AFTER * quietSeconds * 1000)) continue;
    if (quietSeconds === 0 || changedAt <= now - quietSeconds * 1000) continue;
    if (changedAt > now + ODD_CLOCK_SECONDS * 1000) continue;
    files.delete(name);
    left.push({ name, reason: 'writing' });
  }
  return { files: [...files.values()], left, unmatched, faults };
}

/**
 * Whether a file is a log that has been written to for long, and may never be quiet: it is read up to its last whole line,
 * and what follows the next time. What is packed, or a table, is known whole only at its end.
 */
function isLiveLog(name: string, madeAt: number, before: number): boolean {
  return isPlainLines(name) && madeAt > 0 && madeAt <= before;
}

/** Whether a file is another now than when it was found: then what was read of it says nothing. */
export function isChanged({ name, bytes, changedAt }: FoundFile): boolean {
  const stats = statIfThere(name);
  return stats === undefined || stats.size !== bytes || stats.mtimeMs !== changedAt;
}

/** A name that holds a * itself is the file that it names. */
function namesBehind(path: string): string[] {
  if (isPattern(path) && statIfThere(path) === undefined) {
    // A pattern may lead to no file yet; a folder that is not there is a mistake.
    statOf(folderOfPattern(path));
    return matchingFiles(path);
  }
  return statOf(path).isDirectory() ? filesBelow(path) : [path];
}
