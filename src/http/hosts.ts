import { hostOf, isLoopback } from './loopback.ts';

/**
 * Hosts as browsers name them in their requests: without the port where it is that of the protocol, and IPv6 addresses in their
 * short form. The address is also there as it was typed, for other clients.
 * @param url address of the server where a proxy is in front of it
 * @param address host:port on which it listens
 * @param isTls whether it has a certificate itself
 */
export function hostsOf(url: string | undefined, address: string, isTls: boolean): string[] {
  const portAt = address.lastIndexOf(':');
  const port = address.slice(portAt);
  const typed = address.slice(0, portAt).toLowerCase();
  const short = URL.parse(`http://${typed}`)?.hostname ?? typed;
  const names = isLoopback(hostOf(address)) ? ['localhost', '127.0.0.1'] : [];
  const own = [typed, short, ...names].map((name) => name + port);
  const isDefault = port === (isTls ? ':443' : ':80');
  return [
    ...own,
    ...(isDefault ? own.map((name) => name.slice(0, -port.length)) : []),
    ...(url === undefined ? [] : [new URL(url).host]),
  ];
}

/**
 * Whether a request is for one of these hosts. A name that somebody points at this machine (DNS rebinding) would make a browser
 * send requests for another.
 * @param host the Host header
 */
export function isForHost(host: string | undefined, hosts: readonly string[]): boolean {
  return hosts.includes((host ?? '').toLowerCase());
}
