import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { atFaultPoint } from '../fault-points.ts';
import { Turn } from '../turn.ts';
import { type AppendedFile, DISK, type Disk } from './disk.ts';
import type { StoreLines } from './group-commit.ts';

export interface LogFolder {
  /** Appends lines to the file of now and resolves once they are on disk. */
  readonly store: StoreLines;
  /** Completes the open file if the lines of now belong to another one. */
  leavePast(): Promise<void>;
  /**
   * Takes the name of the file of a stem, so that nothing is appended to it.
   * @returns its path; undefined if the stem has a file, or had one
   */
  takeName(stem: string): Promise<string | undefined>;
  /** Closes the open file. It is appended to when the log is opened again. */
  close(): Promise<void>;
}

interface LogFolderOptions {
  readonly folder: string;
  /** Stem of the file that lines belong to now: a new one begins where it changes. */
  readonly stemNow: () => string;
  readonly disk?: Disk;
  /** Files that nothing may be appended to, because they are being packed; as paths. */
  readonly complete?: readonly string[];
  /** Files that earlier processes have written and that lines of now may belong to. */
  readonly current?: readonly LogFile[];
  /** Is given each file that is complete: nothing is appended to it any more. Its last line may be cut off. */
  readonly onComplete?: (path: string) => void;
}

/** A file of a log, and the stem of its name. */
export interface LogFile {
  readonly stem: string;
  readonly path: string;
}

interface OpenFile extends LogFile {
  readonly file: AppendedFile;
  /** Length in bytes of what is on disk for good. */
  length: number;
}

const LOG_ENDING = '.ndjson';
/** If so many in turn are gone when they are written, lines fail, as on a disk that is full. */
const MOST_FILES = 3;

async function openFile(disk: Disk, folder: string, stem: string, path: string): Promise<OpenFile> {
  const file = await disk.open(path);
  try {
    await disk.syncFolder(folder);
  } catch (error) {
    await file.close();
    throw error;
  }
  return { stem, path, file, length: file.length };
}

/**
 * A folder of append-only files, `stem.ndjson`. Whatever was on disk stays: after an error the file is cut back to the
 * last line that is stored, and where that fails, too, another file begins (`stem.2.ndjson`), as after a file was removed
 * or renamed.
 * @throws errors of the file system
 */
export function logFolder({
  folder,
  stemNow,
  disk = DISK,
  complete = [],
  current: found = [],
  onComplete,
}: LogFolderOptions): LogFolder {
  const turn = new Turn();
  let current: OpenFile | undefined;
  /** Files that this process appends nothing to any more. */
  const left = new Set(complete.map((path) => basename(path)));
  /** Those of them that an error has left with half a line. */
  let halfWritten: OpenFile[] = [];
  /** Those of the current stem that this process has not opened. */
  let unopened = found;

  async function begin(stem: string): Promise<OpenFile> {
    const taken = new Set(await disk.list(folder));
    const path = join(
      folder,
      freeName(stem, (name) => left.has(name) || taken.has(`${name}.gz`)),
    );
    const opened = await openFile(disk, folder, stem, path);
    unopened = unopened.filter((one) => one.path !== path);
    return opened;
  }
  async function leave(opened: OpenFile): Promise<void> {
    current = undefined;
    left.add(basename(opened.path));
    await opened.file.close();
  }
  async function leavePast(stem: string): Promise<void> {
    const past: LogFile[] = [...halfWritten, ...unopened].filter((one) => one.stem !== stem);
    halfWritten = halfWritten.filter((one) => one.stem === stem);
    unopened = unopened.filter((one) => one.stem === stem);
    for (const { path } of past) left.add(basename(path));
    try {
      if (current === undefined || current.stem === stem) return;
      past.push(current);
      await leave(current);
    } finally {
      for (const { path } of past) onComplete?.(path);
    }
  }
  async function fileOfNow(): Promise<OpenFile> {
    const stem = stemNow();
    await leavePast(stem);
    current ??= await begin(stem);
    return current;
  }
  /** Cuts off what a failed write has left, or leaves the file and is false if that cannot be done. */
  async function isTakenBack(opened: OpenFile): Promise<boolean> {
    try {
      await opened.file.cut(opened.length);
      await opened.file.sync();
      return true;
    } catch {
      await leave(opened).catch(() => undefined);
      return false;
    }
  }

  /** Writes to the file of now; false if that file was removed or renamed. */
  async function isKept(bytes: Buffer): Promise<boolean> {
    const opened = await fileOfNow();
    try {
      await atFaultPoint('capture.append', () => opened.file.append(bytes));
      await atFaultPoint('capture.sync', () => opened.file.sync());
      if (!(await opened.file.isGone())) {
        opened.length += bytes.length;
        return true;
      }
    } catch (error) {
      if (!(await isTakenBack(opened))) halfWritten.push(opened);
      throw error;
    }
    // Whoever reads a file under its new name must not find there what another file gets.
    if (await isTakenBack(opened)) await leave(opened);
    return false;
  }

  async function store(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(lines.join(''));
    // A file that somebody removes or renames takes with it what is written to it: another one begins.
    for (let attempt = 1; !(await isKept(bytes)); attempt += 1) {
      if (attempt === MOST_FILES)
        throw new Error(`${MOST_FILES} files of the log in ${folder} were removed or renamed at once`);
    }
  }
  async function takeName(stem: string): Promise<string | undefined> {
    const known = [...left, ...(await disk.list(folder))];
    // Also a file that somebody has renamed, such as `stem.ndjson.1`: it had lines.
    if (known.some((name) => name.startsWith(`${stem}.`))) return undefined;
    left.add(stem + LOG_ENDING);
    return join(folder, stem + LOG_ENDING);
  }

  return {
    store: (lines) => turn.take(() => store(lines)),
    leavePast: () => turn.take(() => leavePast(stemNow())),
    takeName: (stem) => turn.take(() => takeName(stem)),
    close: () => turn.take(async () => current && leave(current)),
  };
}

/** `stem.ndjson`, or with a number after the stem where a file of that name is left. */
function freeName(stem: string, isLeft: (name: string) => boolean): string {
  let name = stem + LOG_ENDING;
  for (let number = 2; isLeft(name); number += 1) name = `${stem}.${number}${LOG_ENDING}`;
  return name;
}

/**
 * Moves what follows the last line feed of a file into `path.torn`, because a power cut or a kill has cut that line off.
 * It was never acknowledged.
 * @returns how many bytes were moved
 */
export async function setTornLineApart(path: string, disk: Disk = DISK): Promise<number> {
  const { length, torn } = await lastLine(path);
  if (torn.length === 0) return 0;
  const aside = await disk.open(`${path}.torn`);
  try {
    await aside.append(Buffer.concat([torn, Buffer.from('\n')]));
    await aside.sync();
  } finally {
    await aside.close();
  }
  await disk.syncFolder(dirname(path));
  const file = await disk.open(path);
  try {
    await file.cut(length - torn.length);
    await file.sync();
  } finally {
    await file.close();
  }
  return torn.length;
}

const BLOCK_BYTES = 65_536;
const LINE_FEED = 0x0a;

/** What follows the last line feed of a file, and the length of the file. */
async function lastLine(path: string): Promise<{ readonly length: number; readonly torn: Buffer }> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const blocks: Buffer[] = [];
    for (let end = size; end > 0; end -= BLOCK_BYTES) {
      const start = Math.max(0, end - BLOCK_BYTES);
      const block = Buffer.alloc(end - start);
      await handle.read(block, 0, block.length, start);
      const feed = block.lastIndexOf(LINE_FEED);
      blocks.unshift(block.subarray(feed + 1));
      if (feed >= 0) break;
    }
    return { length: size, torn: Buffer.concat(blocks) };
  } finally {
    await handle.close();
  }
}
