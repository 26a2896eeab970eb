import { hostOf, isLoopback } from '../http/loopback.ts';
import { Problem } from './problem.tsx';
import type { PageContext, Route } from './visit.ts';

/**
 * Hosts as browsers name them in their requests: without the port where it is that of the protocol.
 * @param url address of the page where a proxy is in front of it
 * @param address host:port on which the page listens
 * @param isTls whether it has a certificate itself
 */
export function hostsOf(url: string | undefined, address: string, isTls: boolean): string[] {
  const port = address.slice(address.lastIndexOf(':'));
  const names = isLoopback(hostOf(address)) ? [`localhost${port}`, `127.0.0.1${port}`] : [];
  const own = [address, ...names].map((name) => name.toLowerCase());
  const isDefault = port === (isTls ? ':443' : ':80');
  return [
    ...own,
    ...(isDefault ? own.map((name) => name.slice(0, -port.length)) : []),
    ...(url === undefined ? [] : [new URL(url).host]),
  ];
}

/**
 * Refuses requests for another host: a name that somebody points at this machine would make a browser send them.
 * @param hosts as in the Host header
 */
export function checkHost(context: PageContext, hosts: readonly string[]): void {
  const host = context.req.header('Host') ?? '';
  if (!hosts.includes(host.toLowerCase())) throw new Problem('foreignRequest');
}

/**
 * Refuses what other sites make a browser ask for. They may link to a page, since colleagues send links, but not send
 * forms, fetch files or load a page as anything else than a page. Clients that are no browsers say nothing of it.
 */
export function checkOrigin(context: PageContext, { method, isDownload = false }: Route): void {
  const site = context.req.header('Sec-Fetch-Site');
  const isOurs = site === undefined || site === 'same-origin' || site === 'none';
  if (method === 'POST') {
    const origin = context.req.header('Origin');
    const isSameOrigin = origin === undefined || URL.parse(origin)?.host === context.req.header('Host');
    if (isOurs && isSameOrigin) return;
  } else if (isOurs || (!isDownload && context.req.header('Sec-Fetch-Mode') === 'navigate')) return;
  throw new Problem('foreignRequest');
}
