import { BlockList, isIP } from 'node:net';

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
  return host === 'localhost' || isInList(LOOPBACK, host);
}

/** Whether an address or a network (`127.0.0.0/8`) has no other addresses than those of this machine itself. */
export function isLoopbackOnly(network: string): boolean {
  const [address, bits] = network.split('/');
  return isLoopback(address!) && (bits === undefined || Number(bits) >= (isIP(address!) === 6 ? 128 : 8));
}

/** Whether a list has an address, be it IPv4, IPv6 or IPv4 in the form of IPv6. */
export function isInList(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** An IPv4 address without its IPv6 form. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:/, '');
}

/** The host of host:port, an IPv6 address without its brackets. */
export function hostOf(address: string): string {
  return address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}
