import { Fault } from '../errors.ts';
import type { Progress } from '../progress.ts';

/** Throws INTERRUPTED once the signal is aborted, with its reason as the cause. */
export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new Fault('INTERRUPTED', { found: 'the signal was aborted', cause: signal.reason });
}

/** Hears of work as it goes on, and ends it where the signal is aborted: what is under way is undone by the fault. */
export function abortedBy(signal: AbortSignal | undefined): Progress {
  const check = () => checkAborted(signal);
  return { begin: check, advance: check, done: check, end: () => undefined };
}
