import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppendedFile, DISK, type Disk } from '../append-log/disk.ts';
import { groupCommit } from '../append-log/group-commit.ts';
import { recordFault } from './record-fault.ts';
import { unansweredCalls } from './unanswered-calls.ts';

/** Pay-in requests that are being forwarded, kept on disk so that a kill does not lose one that reached the service. */
export interface PendingCalls {
  /** Lines without a response of calls that were under way when the program was killed, and are not logged. */
  readonly left: readonly string[];
  /** Keeps a call. @returns its number, once it is on disk */
  begin(line: string): Promise<number>;
  /** Forgets a call that is logged. */
  end(number: number): void;
  /** Forgets the calls of `left`, once they are logged. */
  forgetLeft(): Promise<void>;
  close(): Promise<void>;
}

/** The name has no ending of a log, so that ingest does not read it. */
const FILE = 'forwarding.pending';
const PART = `${FILE}.part`;
const MOST_BYTES = 1_048_576;

/** Opens the file of pending calls of a folder. */
export async function openPendingCalls(folder: string, disk: Disk = DISK): Promise<PendingCalls> {
  const path = join(folder, FILE);
  await disk.remove(join(folder, PART));
  const file = await disk.open(path);
  await disk.syncFolder(folder);
  const left = new Map<number, string>();
  for (const line of (await readFile(path, 'utf8')).split('\n')) note(left, line);
  const calls = new PendingFile(folder, disk, file);
  const lines = groupCommit((group) =>
    calls.store(group).catch((error: unknown) => Promise.reject(recordFault(error, folder))),
  );
  let newest = 0;
  return {
    left: await unansweredCalls(folder, [...left.values()], disk),
    begin: async (line) => {
      newest += 1;
      const number = newest;
      await lines.append(`${JSON.stringify({ begin: number, line })}\n`);
      return number;
    },
    end: (number) => {
      lines.append(`${JSON.stringify({ end: number })}\n`).catch(() => calls.forget(number));
    },
    forgetLeft: () => calls.clear(),
    close: async () => {
      await lines.flush();
      await calls.close();
    },
  };
}

/** The file of pending calls. It is written anew once it is long, or after an error has left it in doubt. */
class PendingFile {
  readonly #folder: string;
  readonly #disk: Disk;
  #file: AppendedFile;
  /** Length in bytes of what is on disk for good. */
  #length: number;
  #mostBytes = MOST_BYTES;
  #isInDoubt = false;
  readonly #open = new Map<number, string>();

  constructor(folder: string, disk: Disk, file: AppendedFile) {
    this.#folder = folder;
    this.#disk = disk;
    this.#file = file;
    this.#length = file.length;
  }

  async store(lines: readonly string[]): Promise<void> {
    if (this.#isInDoubt || this.#length > this.#mostBytes) await this.#writeAnew();
    const bytes = Buffer.from(lines.join(''));
    try {
      await this.#file.append(bytes);
      await this.#file.sync();
    } catch (error) {
      await this.#takeBack();
      throw error;
    }
    this.#length += bytes.length;
    for (const line of lines) note(this.#open, line);
  }

  /** Forgets a call whose end could not be written: the file still has it, and is written anew. */
  forget(number: number): void {
    this.#open.delete(number);
    this.#isInDoubt = true;
  }

  async clear(): Promise<void> {
    await this.#file.cut(0);
    await this.#file.sync();
    this.#length = 0;
  }

  async close(): Promise<void> {
    if (this.#open.size === 0) await this.#file.cut(0);
    // If it cannot be, the file has more calls than are open: the next start finds those that were logged.
    else if (this.#isInDoubt) await this.#writeAnew().catch(() => undefined);
    await this.#file.close();
  }

  /** Cuts off what a failed write has left: half a line would spoil the one after it. */
  async #takeBack(): Promise<void> {
    try {
      await this.#file.cut(this.#length);
      await this.#file.sync();
    } catch {
      this.#isInDoubt = true;
    }
  }

  /** Replaces the file by one that has the open calls only. */
  async #writeAnew(): Promise<void> {
    const path = join(this.#folder, FILE);
    const part = join(this.#folder, PART);
    const begun = [...this.#open].map(([begin, line]) => `${JSON.stringify({ begin, line })}\n`);
    const bytes = Buffer.from(begun.join(''));
    this.#isInDoubt = true;
    await this.#disk.remove(part);
    const fresh = await this.#disk.open(part);
    try {
      await fresh.append(bytes);
      await fresh.sync();
      await this.#disk.rename(part, path);
    } catch (error) {
      await fresh.close();
      throw error;
    }
    const before = this.#file;
    this.#file = fresh;
    this.#length = bytes.length;
    this.#mostBytes = Math.max(MOST_BYTES, 2 * bytes.length);
    await before.close();
    await this.#disk.syncFolder(this.#folder);
    this.#isInDoubt = false;
  }
}

/** Notes what a line of the file says of the open calls. The last line may be cut off: that call was not forwarded. */
function note(open: Map<number, string>, text: string): void {
  let entry: { readonly begin?: number; readonly end?: number; readonly line?: string };
  try {
    entry = JSON.parse(text);
  } catch {
    return;
  }
  if (entry.begin !== undefined) open.set(entry.begin, entry.line!);
  if (entry.end !== undefined) open.delete(entry.end);
}
