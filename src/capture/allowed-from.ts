import type { IncomingMessage } from 'node:http';
import { addressList, isInList, plainAddress } from '../http/loopback.ts';
import type { ThrottledLog } from './throttled-log.ts';

/**
 * Makes a function that says whether the connection of a request comes from one of some addresses and networks; of a proxy,
 * its own address is seen. Refused requests are logged with their address.
 */
export function allowedFrom(
  addresses: readonly string[],
  log: Pick<ThrottledLog, 'warn'>,
  refused: string,
): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  const list = addressList(addresses);
  return ({ socket }) => {
    const address = socket.remoteAddress ?? '';
    if (isInList(list, address)) return true;
    log.warn({ address: plainAddress(address) }, refused);
    return false;
  };
}
