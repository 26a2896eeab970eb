import { Fault } from '../errors.ts';
import type { Progress } from '../progress.ts';

/** Throws INTERRUPTED if the signal is aborted. The cause is the signal's reason. */
export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new Fault('INTERRUPTED', { found: 'the signal was aborted', cause: signal.reason });
}

/** A progress that throws when the signal is aborted. The fault rolls back the step in progress. */
export function abortedBy(signal: AbortSignal | undefined): Progress {
  const check = () => checkAborted(signal);
  return { begin: check, advance: check, done: check, end: () => undefined };
}
