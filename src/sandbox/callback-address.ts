import { lookup as lookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback } from '../http/loopback.ts';
import type { SandboxSettings } from '../settings/sandbox.ts';

/**
 * Why the sandbox does not call an address, as text; undefined where it does. It calls loopback addresses and the hosts
 * of the setting sandbox.callbackHosts, but never itself.
 * @param ownPort the port that the sandbox listens on
 */
export function callbackRefusal(
  address: string,
  { callbackHosts }: Pick<SandboxSettings, 'callbackHosts'>,
  ownPort: number,
): string | undefined {
  const url = URL.parse(address);
  if (url === null) return 'callbackUrl: not a URL';
  if (url.username !== '' || url.password !== '') return 'callbackUrl: with a user or password';
  const host = hostOfUrl(url);
  const isOwnMachine = isLoopback(host);
  if (!isOwnMachine && !callbackHosts.some((allowed) => allowed.toLowerCase() === host)) {
    return 'callbackUrl: neither a loopback address nor a host of the setting sandbox.callbackHosts';
  }
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return isOwnMachine && port === ownPort ? 'callbackUrl: the sandbox itself' : undefined;
}

function hostOfUrl({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

/** Finds addresses of hosts; of `localhost`, which anybody's resolver may send elsewhere, loopback addresses only. */
export const safeLookup: LookupFunction = (hostname, options, answer) => {
  lookupAddress(hostname, { ...options, all: true }, (error, found) => {
    const allowed = hostname === 'localhost' ? found?.filter(({ address }) => isLoopback(address)) : found;
    const first = allowed?.[0];
    if (error !== null || first === undefined) {
      const missing = Object.assign(new Error('no loopback address'), { code: 'ENOTFOUND' });
      return answer(error ?? missing, '', 0);
    }
    if (options.all === true) return (answer as (...values: unknown[]) => void)(null, allowed);
    return answer(null, first.address, isIP(first.address));
  });
};
