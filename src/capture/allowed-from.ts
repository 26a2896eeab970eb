import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { addressList, isInList, plainAddress } from '../http/loopback.ts';
import { type Instant, secondsBetween } from '../normalise/instant.ts';

interface RefusalLog {
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Instant;
}

/** Anybody can bring refusals about, and must not fill the disk with them. */
const LOGGED_EVERY_SECONDS = 60;

/**
 * Makes a function that says whether the connection of a request comes from one of some addresses and networks; of a proxy,
 * its own address is seen. Refused requests are logged with the address of the newest, in at most one line a minute.
 */
export function allowedFrom(
  addresses: readonly string[],
  { log, now }: RefusalLog,
  refused: string,
): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  const list = addressList(addresses);
  let requests = 0;
  let loggedAt: Instant | undefined;
  return ({ socket }) => {
    const address = socket.remoteAddress ?? '';
    if (isInList(list, address)) return true;
    requests += 1;
    const at = now();
    if (loggedAt === undefined || Math.abs(secondsBetween(loggedAt, at)) >= LOGGED_EVERY_SECONDS) {
      log.warn({ address: plainAddress(address), requests }, refused);
      requests = 0;
      loggedAt = at;
    }
    return false;
  };
}
