import { isForHost } from '../http/hosts.ts';
import { Problem } from './problem.tsx';
import type { PageContext, Route } from './visit.ts';

/**
 * Refuses requests for another host: a name that somebody points at this machine would make a browser send them.
 * @param hosts as in the Host header
 */
export function checkHost(context: PageContext, hosts: readonly string[]): void {
  if (!isForHost(context.req.header('Host'), hosts)) throw new Problem('foreignRequest');
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
