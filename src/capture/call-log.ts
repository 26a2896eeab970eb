import { type Instant, secondsBetween } from '../normalise/instant.ts';
import type { CaptureLog } from './capture-log.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { ThrottledLog } from './throttled-log.ts';

const AGAIN_SECONDS = 60;

interface CallLogOptions {
  readonly payIns: CaptureLog['payIns'];
  readonly pending: PendingCalls;
  readonly now: () => Instant;
  readonly log: Pick<ThrottledLog, 'warn' | 'error'>;
}

/**
 * Logs calls in place of their pending requests. One that could not be stored is tried again: only its request is on disk, and
 * the response of the service comes once.
 */
export class CallLog {
  readonly #options: CallLogOptions;
  /** Lines that could not be stored, by their numbers as pending calls. */
  readonly #left = new Map<number, string>();
  #triedAt: Instant | undefined;

  constructor(options: CallLogOptions) {
    this.#options = options;
  }

  /** @returns whether it is stored; if not, the merchant must get the response all the same */
  async store(number: number, line: string): Promise<boolean> {
    const { payIns, pending, now, log } = this.#options;
    try {
      await payIns.append(line);
    } catch (error) {
      if (!this.#left.has(number))
        log.error({ fault: error }, 'response to a pay-in request not stored; tried again every minute');
      this.#left.set(number, line);
      this.#triedAt ??= now();
      return false;
    }
    this.#left.delete(number);
    pending.end(number);
    return true;
  }

  /** Tries again what failed a minute ago. */
  async again(): Promise<void> {
    if (this.#triedAt === undefined) return;
    if (Math.abs(secondsBetween(this.#triedAt, this.#options.now())) >= AGAIN_SECONDS) await this.flush();
  }

  /** Tries again what could not be stored. What still cannot be stays a pending request, which the next start logs. */
  async flush(): Promise<void> {
    const { now, log } = this.#options;
    const isStored = await Promise.all([...this.#left].map(([number, line]) => this.store(number, line)));
    const calls = isStored.filter(Boolean).length;
    if (calls > 0) log.warn({ calls }, 'responses to pay-in requests stored after all');
    this.#triedAt = this.#left.size > 0 ? now() : undefined;
  }

  /** Characters of lines that could not be stored. */
  waiting(): number {
    let length = 0;
    for (const line of this.#left.values()) length += line.length;
    return length;
  }
}
