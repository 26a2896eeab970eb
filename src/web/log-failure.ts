import type { Visit } from './visit.ts';

/**
 * Logs that a request has failed. One that is still at work when the page is closed finds the database closed too: nobody
 * waits for its answer, and nobody need do anything about it.
 */
export function logFailure(
  { log, isClosed }: Pick<Visit, 'log' | 'isClosed'>,
  error: unknown,
  message: string,
): void {
  if (isClosed()) log.info({ failed: message }, 'a request was broken off, because the page is stopped');
  else log.error({ fault: error }, message);
}
