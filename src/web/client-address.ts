import { BlockList, isIP } from 'node:net';
import type { PageContext, Way } from './visit.ts';

/** The way of a request. Headers of a proxy count only from the addresses of page.proxies. */
export function wayOf(context: PageContext, proxies: BlockList): Way {
  const peer = context.env.incoming.socket.remoteAddress ?? '';
  if (!isIn(proxies, peer)) return { client: plainAddress(peer), isByProxy: false };
  // The last address that is no proxy's own: what stands before it anybody may have written.
  const named = (context.req.header('X-Forwarded-For') ?? '').split(',').map((one) => one.trim());
  const client = named.findLast((one) => isIP(one) !== 0 && !isIn(proxies, one));
  return { client: plainAddress(client ?? peer), isByProxy: true };
}

/** Addresses and networks (`10.0.0.0/8`) as a list to look up. */
export function addressList(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of addresses) {
    const [address, bits] = one.split('/');
    const family = isIP(address!) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address!, family);
    else list.addSubnet(address!, Number(bits), family);
  }
  return list;
}

const LOOPBACK = addressList(['127.0.0.0/8', '::1']);

/** Whether a host is this machine itself: a loopback address, or localhost. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isIn(LOOPBACK, host);
}

/** Whether a page behind proxies takes connections from an address: from those proxies and from this machine. */
export function mayConnect(address: string, proxies: BlockList): boolean {
  return isIn(proxies, address) || isIn(LOOPBACK, address);
}

function isIn(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** An IPv4 address without its IPv6 form. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:/, '');
}
