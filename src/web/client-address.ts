import { type BlockList, isIP } from 'node:net';
import { isInList, isLoopback, plainAddress } from '../http/loopback.ts';
import type { PageContext, Way } from './visit.ts';

/** The way of a request. Headers of a proxy count only from the addresses of page.proxies. */
export function wayOf(context: PageContext, proxies: BlockList): Way {
  const peer = context.env.incoming.socket.remoteAddress ?? '';
  if (!isInList(proxies, peer)) return { client: plainAddress(peer), isByProxy: false, isTlsAtProxy: false };
  // The last address that is no proxy's own: anybody may have written what comes before it.
  const named = (context.req.header('X-Forwarded-For') ?? '').split(',').map((one) => one.trim());
  const last = named.findLast((one) => isIP(one) === 0 || !isInList(proxies, one)) ?? '';
  const [scheme] = (context.req.header('X-Forwarded-Proto') ?? '').split(',');
  return {
    client: plainAddress(isIP(last) === 0 ? peer : last),
    isByProxy: true,
    isTlsAtProxy: scheme?.trim().toLowerCase() === 'https',
  };
}

/** Whether a page behind proxies takes connections from an address: from those proxies and from this machine. */
export function mayConnect(address: string, proxies: BlockList): boolean {
  return isInList(proxies, address) || isLoopback(address);
}
