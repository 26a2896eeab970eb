import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { stampOf } from '../books/shown/store-stamp.ts';
import { readAtOnce } from '../database/store-in-turn.ts';
import { Fault } from '../errors.ts';
import { certificateOf } from '../http/certificate.ts';
import { hostsOf } from '../http/hosts.ts';
import { closeServer, listen } from '../http/listening.ts';
import { addressList, hostOf, isLoopback } from '../http/loopback.ts';
import { limitOptions, type ServerLimits } from '../http/server-limits.ts';
import type { Settings } from '../settings/schema.ts';
import { pageApp } from './app.ts';
import { mayConnect } from './client-address.ts';
import { startHousekeeping } from './housekeeping.ts';
import { remembered } from './remembered.ts';
import { sharedReading } from './shared-reading.ts';
import type { Site } from './visit.ts';

export interface Page {
  /** Address under which people reach the page: https://recon.example, http://127.0.0.1:8080. */
  readonly url: string;
  /** Accepts no more requests and waits for those in progress, for at most two seconds. */
  close(): Promise<void>;
}

/** What a request and a connection may take of the page, and how many connections all clients together may have. */
export interface PageLimits extends ServerLimits {
  /** Milliseconds that a connection lasts on which nothing moves any more, in either direction. */
  readonly silentTime: number;
}

const LIMITS: PageLimits = {
  headBytes: 16_384,
  headTime: 10_000,
  requestTime: 60_000,
  keepAliveTime: 10_000,
  silentTime: 120_000,
  checkTime: 5_000,
  connections: 1_000,
  certificateTime: 60_000,
};

/**
 * Serves the page until it is closed: by TLS with the certificate of the settings, in plain HTTP on loopback or behind a
 * named proxy.
 * @throws Fault LISTEN_FAILED, SECRET_UNAVAILABLE, PAGE_UNPROTECTED
 */
export async function startPage(
  given: Omit<Site, 'remembered' | 'stamp' | 'isClosed'>,
  chosen: Partial<PageLimits> = {},
): Promise<Page> {
  const allowed = { ...LIMITS, ...chosen };
  const stamp = sharedReading(() => readAtOnce(given.store, stampOf));
  let isClosed = false;
  const site: Site = { ...given, remembered: remembered(), stamp, isClosed: () => isClosed };
  const { page } = site.settings;
  checkProtected(page);
  const { workingDirectory, log } = site;
  const certificate = certificateOf({ setting: 'page', ...page, workingDirectory, log });
  const isTls = certificate !== undefined || page.url?.startsWith('https:') === true;
  const limits = limitOptions(allowed);
  // By a certificate alone, any name may lead here.
  const hosts = page.url === undefined && !isLoopback(hostOf(page.listen)) ? undefined : ([] as string[]);
  const { fetch } = pageApp(site, { isTls, hosts });
  const server = createAdaptorServer({
    fetch,
    ...(certificate === undefined
      ? { createServer: createPlain, serverOptions: limits }
      : {
          createServer: createTls,
          serverOptions: { ...limits, ...certificate.read() },
        }),
  }) as Server;
  server.maxConnections = allowed.connections;
  server.setTimeout(allowed.silentTime);
  admitProxiesOnly(server, page);
  const address = await listen(server, page.listen, 'page.listen');
  hosts?.push(...hostsOf(page.url, address, certificate !== undefined));
  const stopWatching = certificate?.watch(server, allowed.certificateTime);
  const stopHousekeeping = startHousekeeping(site);
  return {
    url: page.url ?? `${certificate === undefined ? 'http' : 'https'}://${address}`,
    close: async () => {
      stopWatching?.();
      await stopHousekeeping();
      await closeServer(server);
      isClosed = true;
    },
  };
}

type PageSettings = Settings['page'];

/** Throws PAGE_UNPROTECTED where passwords would cross a network in clear. */
function checkProtected({ listen: address, certificateFile, keyFile, proxies, oidc }: PageSettings): void {
  const issuer = oidc.issuer === undefined ? undefined : new URL(oidc.issuer);
  if (issuer?.protocol === 'http:' && !isLoopback(issuer.hostname.replace(/^\[|\]$/g, ''))) {
    throw new Fault('PAGE_UNPROTECTED', {
      where: `page.oidc.issuer ${oidc.issuer}`,
      expected: 'an address with https',
      remedy: 'Give the address of the OpenID provider with https; without TLS it may be on loopback only.',
    });
  }
  const host = hostOf(address);
  if (certificateFile !== undefined && keyFile !== undefined) return;
  if (proxies.length > 0 || isLoopback(host)) return;
  throw new Fault('PAGE_UNPROTECTED', {
    where: `page.listen ${address}`,
    expected: 'a loopback address, or page.certificateFile with page.keyFile, or page.proxies',
  });
}

/** Behind a proxy that is on another machine, connections of others are closed: they would go past its checks. */
function admitProxiesOnly(server: Server, { listen: address, proxies }: PageSettings): void {
  if (proxies.length === 0 || isLoopback(hostOf(address))) return;
  const named = addressList(proxies);
  server.prependListener('connection', (socket: Socket) => {
    if (!mayConnect(socket.remoteAddress ?? '', named)) socket.destroy();
  });
}
