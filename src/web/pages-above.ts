import type { Route } from './visit.ts';

type Served = Pick<Route, 'method' | 'path' | 'isDownload'>;

/**
 * Finds the pages whose address is that of a form, or begins it, nearest first: `/users/5` and `/users` for
 * `/users/5/access`. The overview is the last of them.
 */
export function pagesAboveOf(routes: readonly Served[]): (pathname: string) => string[] {
  const starts = routes
    .filter(({ method, isDownload }) => method === 'GET' && isDownload !== true)
    .map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}(?=/|$)`));
  return (pathname) => {
    const found = starts.flatMap((start) => start.exec(pathname)?.[0] ?? []);
    const addresses = new Set([...found.filter((address) => address !== ''), '/']);
    return [...addresses].sort((a, b) => b.length - a.length);
  };
}
