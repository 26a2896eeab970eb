import type { Logger } from 'pino';
import { packFile, recoverFolder } from '../append-log/complete-files.ts';
import { DISK, type Disk } from '../append-log/disk.ts';
import { type GroupCommit, groupCommit, type StoreLines } from '../append-log/group-commit.ts';
import { logFolder } from '../append-log/log-folder.ts';
import { ownFolder } from '../append-log/own-folder.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import { recordFault } from './record-fault.ts';
import type { UnreadableCallbacks } from './unreadable-callbacks.ts';

/** Where captured records go. Each method resolves once the line is stored for good. */
export interface CaptureLog {
  readonly callbacks: GroupCommit;
  /** Callbacks whose signature is wrong. */
  readonly unverified: GroupCommit;
  readonly payIns: GroupCommit;
  /** Callbacks that belong to no order; undefined where every callback is stored as it came. */
  readonly unreadable?: UnreadableCallbacks;
  /** Stores what waits, and closes. */
  close(): Promise<void>;
}

export interface LogFolderRequest {
  readonly folder: string;
  readonly now: () => Instant;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly disk?: Disk;
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

async function openLocked(
  { folder, now, log, disk = DISK, onStored }: LogFolderRequest,
  unlock: () => void,
): Promise<CaptureLog> {
  const packing = new Set<Promise<void>>();
  const pack = (path: string): void => {
    const done = packFile(path, disk)
      .then(() => log.info({ file: path }, 'log packed'))
      .catch((error: unknown) =>
        log.error({ fault: error, file: path }, 'log not packed; tried again at the next start'),
      )
      .finally(() => packing.delete(done));
    packing.add(done);
  };
  const stemOf = (kind: string) => `${kind}-${hourText(now())}`;
  const stems = {
    isOwn: (stem: string) => OWN_STEM.test(stem),
    isCurrent: (stem: string) => Object.values(KINDS).some((kind) => stem === stemOf(kind)),
  };
  const { torn, complete } = await recoverFolder(folder, stems, disk);
  for (const path of torn) log.warn({ file: path }, 'a line was cut off; it is set apart in a file .torn');
  for (const path of complete) pack(path);

  const folders = Object.values(KINDS).map((kind) => {
    const files = logFolder({ folder, stemNow: () => stemOf(kind), disk, complete, onComplete: pack });
    const store: StoreLines = async (lines) => {
      await files.store(lines).catch((error: unknown) => Promise.reject(recordFault(error, folder)));
      onStored?.(lines.length);
    };
    return { files, lines: groupCommit(store) };
  });
  const [callbacks, unverified, payIns] = folders.map(({ lines }) => lines);
  return {
    ...{ callbacks: callbacks!, unverified: unverified!, payIns: payIns! },
    close: async () => {
      for (const { lines, files } of folders) {
        await lines.flush();
        await files.close();
      }
      await Promise.all(packing);
      unlock();
    },
  };
}

/** The hour of an instant in UTC: `2026-11-19-13`. */
function hourText(at: Instant): string {
  return formatInstant(at).slice(0, 13).replace(' ', '-');
}
