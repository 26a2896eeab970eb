import type { Logger } from 'pino';
import { packFile, packNothing } from '../append-log/complete-files.ts';
import type { Disk } from '../append-log/disk.ts';
import { setTornLineApart } from '../append-log/log-folder.ts';
import { type Instant, secondsBetween } from '../normalise/instant.ts';

/** To pack a long file takes its time, also where it fails. */
const AGAIN_SECONDS = 60;

interface Packed {
  readonly path: string;
  /** Whether a file without a line is made. */
  readonly isEmpty: boolean;
}

interface PackingRequest {
  readonly disk: Disk;
  readonly now: () => Instant;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Packs complete files in the background. What fails is tried again: a disk may be full for a while. */
export class Packing {
  readonly #request: PackingRequest;
  readonly #running = new Set<Promise<void>>();
  readonly #failed = new Map<Packed, Instant>();

  constructor(request: PackingRequest) {
    this.#request = request;
  }

  begin(path: string, isEmpty = false): void {
    this.#run({ path, isEmpty }, true);
  }

  /** Tries again what failed a minute ago. */
  again(): void {
    const now = this.#request.now();
    for (const [packed, failedAt] of this.#failed) {
      if (Math.abs(secondsBetween(failedAt, now)) < AGAIN_SECONDS) continue;
      this.#failed.delete(packed);
      this.#run(packed, false);
    }
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  #run(packed: Packed, isFirst: boolean): void {
    const { disk, now, log } = this.#request;
    const { path, isEmpty } = packed;
    const pack = async () => {
      if (isEmpty) return packNothing(path, disk);
      await setTornLineApart(path, disk);
      return packFile(path, disk);
    };
    const done = pack()
      .then(() => log.info({ file: path }, 'log packed'))
      .catch((error: unknown) => {
        const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (!isGone) this.#failed.set(packed, now());
        const then = isGone ? 'it or its folder was removed' : 'tried again every minute';
        if (isFirst || isGone) log.error({ fault: error, file: path }, `log not packed; ${then}`);
      })
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }
}
