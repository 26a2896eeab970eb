import { Fault } from '../errors.ts';
import type { Progress } from '../progress.ts';

/** Throws INTERRUPTED once the signal is aborted, with its reason as the cause. */
export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new Fault('INTERRUPTED', { found: 'the signal was aborted', cause: signal.reason });
}

/** A progress that throws once the signal is aborted: the fault undoes what is in progress. */
export function abortedBy(signal: AbortSignal | undefined): Progress {
  const check = () => checkAborted(signal);
  return { begin: check, advance: check, done: check, end: () => undefined };
}
