import { type Instant, secondsBetween } from '../normalise/instant.ts';
import type { CaptureLog } from './capture-log.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { ThrottledLog } from './throttled-log.ts';

const AGAIN_SECONDS = 60;
/** Characters of lines that are appended together. */
const PORTION_LENGTH = 1_000_000;

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
    const triedAt = now();
    let calls = 0;
    // One after the other: lines that are appended together are stored together, or none of them where space is short.
    for (const portion of portionsOf([...this.#left])) {
      const isStored = await Promise.all(portion.map(([number, line]) => this.store(number, line)));
      calls += isStored.filter(Boolean).length;
      if (isStored.includes(false)) break;
    }
    if (calls > 0) log.warn({ calls }, 'responses to pay-in requests stored after all');
    this.#triedAt = this.#left.size > 0 ? triedAt : undefined;
  }

  /** Characters of lines that could not be stored. */
  waiting(): number {
    let length = 0;
    for (const line of this.#left.values()) length += line.length;
    return length;
  }
}

type Call = readonly [number: number, line: string];

/** Calls in their order, in parts of a length that is soon on disk. */
function portionsOf(calls: readonly Call[]): Call[][] {
  const portions: Call[][] = [];
  let length = Infinity;
  for (const call of calls) {
    if (length > PORTION_LENGTH) {
      portions.push([]);
      length = 0;
    }
    portions.at(-1)!.push(call);
    length += call[1].length;
  }
  return portions;
}
