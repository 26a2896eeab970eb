import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { createAdaptorServer } from '@hono/node-server';
import { stampOf } from '../books/shown/store-stamp.ts';
import { readAtOnce } from '../database/store-in-turn.ts';
import { Fault } from '../errors.ts';
import { closeServer, listen } from '../operations/monitor/listening.ts';
import type { Settings } from '../settings/schema.ts';
import { pageApp } from './app.ts';
import { addressList, isLoopback, mayConnect } from './client-address.ts';
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

/** What one client may take of the server. Times in milliseconds. */
export interface PageLimits {
  /** Longest head of a request, in bytes. */
  readonly headBytes: number;
  readonly headTime: number;
  /** Longest time for a whole request; answers may take longer. */
  readonly requestTime: number;
  readonly keepAliveTime: number;
  /** How long a connection lasts on which nothing moves any more, in either direction. */
  readonly silentTime: number;
  /** How often connections are checked for requests that take too long. */
  readonly checkTime: number;
  readonly connections: number;
  /** How often a certificate is looked at, to take a renewed one into use. */
  readonly certificateTime: number;
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
  given: Omit<Site, 'remembered' | 'stamp'>,
  chosen: Partial<PageLimits> = {},
): Promise<Page> {
  const allowed = { ...LIMITS, ...chosen };
  const stamp = sharedReading(() => readAtOnce(given.store, stampOf));
  const site: Site = { ...given, remembered: remembered(), stamp };
  const { page } = site.settings;
  checkProtected(page);
  const certificate = certificateOf(site);
  const isTls = certificate !== undefined || page.url?.startsWith('https:') === true;
  const limits = {
    maxHeaderSize: allowed.headBytes,
    headersTimeout: allowed.headTime,
    requestTimeout: allowed.requestTime,
    keepAliveTimeout: allowed.keepAliveTime,
    connectionsCheckingInterval: allowed.checkTime,
  };
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
  hosts?.push(...hostsOf(page, address));
  const stopWatching = certificate?.watch(server, allowed.certificateTime);
  const stopHousekeeping = startHousekeeping(site);
  return {
    url: page.url ?? `${certificate === undefined ? 'http' : 'https'}://${address}`,
    close: async () => {
      stopWatching?.();
      await stopHousekeeping();
      await closeServer(server);
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

/** Hosts as browsers name them in their requests. */
function hostsOf({ url }: PageSettings, address: string): string[] {
  const port = address.split(':').at(-1);
  const own = [address, ...(isLoopback(hostOf(address)) ? [`localhost:${port}`, `127.0.0.1:${port}`] : [])];
  return [...own, ...(url === undefined ? [] : [new URL(url).host])].map((host) => host.toLowerCase());
}

function hostOf(address: string): string {
  return address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
}

/** The certificate of the settings, which may be renewed while the page is served. */
function certificateOf({ settings: { page }, workingDirectory, log }: Site) {
  const { certificateFile, keyFile } = page;
  if (certificateFile === undefined || keyFile === undefined) return undefined;
  const paths = { cert: resolve(workingDirectory, certificateFile), key: resolve(workingDirectory, keyFile) };
  const read = () => {
    const options = {
      cert: fileOf(paths.cert, 'page.certificateFile'),
      key: fileOf(paths.key, 'page.keyFile'),
      minVersion: 'TLSv1.2' as const,
    };
    try {
      createSecureContext(options);
    } catch (cause) {
      throw new Fault('SECRET_UNAVAILABLE', {
        where: `page.certificateFile ${paths.cert}, page.keyFile ${paths.key}`,
        found: 'no certificate with its key',
        expected: 'a certificate chain and its private key, both in PEM',
        cause,
      });
    }
    return options;
  };
  const watch = (
    server: Server & { setSecureContext?(options: ReturnType<typeof read>): void },
    interval: number,
  ) => {
    const renew = () => {
      try {
        server.setSecureContext?.(read());
        log.info('the certificate was read again');
      } catch (error) {
        log.error({ fault: error }, 'the renewed certificate cannot be used; the earlier one stays');
      }
    };
    // Either may be written first; together they are of use only when both are there.
    const files = Object.values(paths);
    for (const file of files) watchFile(file, { interval, persistent: false }, renew);
    return () => {
      for (const file of files) unwatchFile(file, renew);
    };
  };
  return { read, watch };
}

function fileOf(path: string, setting: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Fault('SECRET_UNAVAILABLE', { where: `${setting} ${path}`, found: code, cause: error });
  }
}
