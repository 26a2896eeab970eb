import type { Logger } from 'pino';
import { note } from './print.ts';
import { onSignal } from './signals.ts';

/** A server that a command runs until it is stopped. */
interface Stoppable {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Prints that a server has started, and closes it on the first signal that ends it.
 * @param name of the command, for the log
 * @param said what is printed, with the address
 */
export async function untilStopped(
  server: Stoppable,
  log: Logger,
  name: string,
  said: string,
): Promise<void> {
  // Whoever reads that it has started may stop it at once.
  const stopped = new Promise<void>(onSignal);
  note(said);
  log.info({ address: server.url }, `${name} started`);
  await stopped;
  log.info('stopping');
  await server.close();
  log.info('stopped');
}
