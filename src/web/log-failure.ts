import { Fault } from '../errors.ts';
import type { Visit } from './visit.ts';

/**
 * Logs that a request has failed. One that is still at work when the page is closed finds the database closed too, and one
 * that comes during a run may find the store locked: nobody need do anything about either.
 */
export function logFailure(
  { log, isClosed }: Pick<Visit, 'log' | 'isClosed'>,
  error: unknown,
  message: string,
): void {
  if (isClosed()) log.info({ failed: message }, 'a request was broken off, because the page is stopped');
  else if (error instanceof Fault && error.code === 'STORE_LOCKED') log.info({ fault: error }, message);
  else log.error({ fault: error }, message);
}
