import type { Logger } from 'pino';
import { recoverFolder } from '../append-log/complete-files.ts';
import { DISK, type Disk } from '../append-log/disk.ts';
import { type GroupCommit, groupCommit } from '../append-log/group-commit.ts';
import { type LogFile, type LogFolder, logFolder } from '../append-log/log-folder.ts';
import { ownFolder } from '../append-log/own-folder.ts';
import { formatInstant, type Instant, toInstant } from '../normalise/instant.ts';
import { Packing } from './packing.ts';
import { recordFault } from './record-fault.ts';
import type { UnreadableCallbacks } from './unreadable-callbacks.ts';
import { WholeHours } from './whole-hours.ts';

/** Where captured records go. Each method resolves once the line is stored for good. */
export interface CaptureLog {
  readonly callbacks: GroupCommit;
  /** Callbacks whose signature is wrong. */
  readonly unverified: GroupCommit;
  readonly payIns: GroupCommit;
  /** Callbacks that belong to no order; undefined where every callback is stored as it came. */
  readonly unreadable?: UnreadableCallbacks;
  /** The hours that files are of; undefined where there are no files. */
  readonly hours?: CapturedHours;
  /** Stores what waits, and closes. */
  close(): Promise<void>;
}

export interface CapturedHours {
  /**
   * Completes and packs the files of hours that are over. An hour without a record leaves a packed file without a line, if
   * looks were made from its beginning to its end. Is called every few seconds while records are taken, and then no more.
   */
  look(): Promise<void>;
  /** A record was refused that should have been stored: that there is none in this hour proves nothing. */
  missed(): void;
}

export interface LogFolderRequest {
  readonly folder: string;
  readonly now: () => Instant;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly disk?: Disk;
  /** Whether pay-in requests are forwarded, so that an hour without one leaves a file without a line. */
  readonly isForwarding?: boolean;
  /** Called with the size of each group of lines that was stored. */
  readonly onStored?: (lines: number) => void;
}

/** Beginnings of file stems; ingest reads all of them. */
const KINDS = { callbacks: 'callbacks', unverified: 'unverified', payIns: 'pay-ins' } as const;
const OWN_STEM = new RegExp(`^(?:${Object.values(KINDS).join('|')})-\\d{4}-\\d\\d-\\d\\d-\\d\\d$`);

/**
 * Opens a folder of logs: `callbacks-2026-11-19-13.ndjson` for each hour in UTC, packed as `.gz` once the hour is over;
 * beside it `unverified-…` and `pay-ins-…`. One process at a time writes to a folder. Files with other names are not
 * touched.
 * @throws Fault FOLDER_IN_USE, FOLDER_NOT_WRITABLE
 */
export async function openCaptureLog(request: LogFolderRequest): Promise<CaptureLog> {
  const unlock = await ownFolder(request.folder, request.disk);
  try {
    return await openLocked(request, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openLocked(request: LogFolderRequest, unlock: () => void): Promise<CaptureLog> {
  const { folder, now, log, disk = DISK, isForwarding = false } = request;
  const stems = {
    isOwn: (stem: string) => OWN_STEM.test(stem),
    isCurrent: (stem: string) => Object.values(KINDS).some((kind) => stem === stemOf(kind, now())),
  };
  const { torn, complete, current } = await recoverFolder(folder, stems, disk);
  for (const path of torn) log.warn({ file: path }, 'a line was cut off; it is set apart in a file .torn');
  const packing = new Packing({ disk, now, log });
  for (const path of complete) packing.begin(path);

  const filesOf = (kind: string, isExpected: boolean) =>
    new KindFiles({
      ...{ ...request, kind, complete, packing, isExpected },
      current: current.filter(({ stem }) => stem.startsWith(`${kind}-`)),
    });
  const callbacks = filesOf(KINDS.callbacks, true);
  const unverified = filesOf(KINDS.unverified, false);
  const payIns = filesOf(KINDS.payIns, isForwarding);
  const kinds = [callbacks, unverified, payIns];
  return {
    ...{ callbacks: callbacks.lines, unverified: unverified.lines, payIns: payIns.lines },
    hours: {
      look: async () => {
        packing.again();
        for (const kind of kinds) await kind.look();
      },
      missed: () => {
        for (const kind of kinds) kind.missed();
      },
    },
    close: async () => {
      for (const kind of kinds) await kind.close();
      await packing.idle();
      unlock();
    },
  };
}

interface KindRequest extends LogFolderRequest {
  readonly kind: string;
  readonly complete: readonly string[];
  readonly current: readonly LogFile[];
  readonly packing: Packing;
  /** Whether a whole hour without a record leaves a file. */
  readonly isExpected: boolean;
}

/** The files of one kind of records, one for each hour. */
class KindFiles {
  readonly lines: GroupCommit;
  readonly #request: KindRequest;
  readonly #files: LogFolder;
  readonly #hours = new WholeHours();
  /** When whole hours began for which it is not known yet whether there is a file; epoch seconds. */
  readonly #ended: number[] = [];

  constructor(request: KindRequest) {
    const { folder, kind, now, disk = DISK, complete, current, packing, onStored } = request;
    this.#request = request;
    this.#files = logFolder({
      ...{ folder, stemNow: () => stemOf(kind, now()), disk, complete, current },
      onComplete: (path) => packing.begin(path),
    });
    this.lines = groupCommit(async (lines) => {
      try {
        await this.#files.store(lines);
      } catch (error) {
        this.missed();
        throw recordFault(error, folder);
      }
      onStored?.(lines.length);
    });
  }

  missed(): void {
    this.#hours.break(this.#request.now());
  }

  async look(): Promise<void> {
    // What waits may be of the hour that is over, and fail.
    if (this.lines.waiting() > 0) return;
    const { now, kind, packing, isExpected } = this.#request;
    if (isExpected) this.#ended.push(...this.#hours.pass(now()));
    await this.#files.leavePast();
    for (let hour = this.#ended[0]; hour !== undefined; hour = this.#ended[0]) {
      const path = await this.#files.takeName(stemOf(kind, toInstant(hour, 0)!));
      this.#ended.shift();
      if (path !== undefined) packing.begin(path, true);
    }
  }

  async close(): Promise<void> {
    await this.lines.flush();
    await this.#files.close();
  }
}

function stemOf(kind: string, at: Instant): string {
  return `${kind}-${hourText(at)}`;
}

/** The hour of an instant in UTC: `2026-11-19-13`. */
function hourText(at: Instant): string {
  return formatInstant(at).slice(0, 13).replace(' ', '-');
}
