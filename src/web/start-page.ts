import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import { resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { stampOf } from '../books/shown/store-stamp.ts';
import { readAtOnce } from '../database/store-in-turn.ts';
import { Fault } from '../errors.ts';
import { closeServer, listen } from '../operations/monitor/listening.ts';
import type { Settings } from '../settings/schema.ts';
import { pageApp } from './app.ts';
import { isLoopback } from './client-address.ts';
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

/** Longest head of a request, in bytes. */
const MOST_HEAD_BYTES = 16_384;
const HEAD_MILLISECONDS = 10_000;
/** Longest time for a whole request; answers may take longer. */
const REQUEST_MILLISECONDS = 60_000;
const KEEP_ALIVE_MILLISECONDS = 10_000;
/** A connection on which nothing moves any more, in either direction. */
const SILENT_MILLISECONDS = 120_000;
const MOST_CONNECTIONS = 1_000;
/** How often a certificate is looked at, to take a renewed one into use. */
const CERTIFICATE_MILLISECONDS = 60_000;

/**
 * Serves the page until it is closed: by TLS with the certificate of the settings, in plain HTTP on loopback or behind a
 * named proxy.
 * @throws Fault LISTEN_FAILED, SECRET_UNAVAILABLE, PAGE_UNPROTECTED
 */
export async function startPage(given: Omit<Site, 'remembered' | 'stamp'>): Promise<Page> {
  const stamp = sharedReading(() => readAtOnce(given.store, stampOf));
  const site: Site = { ...given, remembered: remembered(), stamp };
  const { page } = site.settings;
  checkProtected(page);
  const certificate = certificateOf(site);
  const isTls = certificate !== undefined || page.url?.startsWith('https:') === true;
  const limits = {
    maxHeaderSize: MOST_HEAD_BYTES,
    headersTimeout: HEAD_MILLISECONDS,
    requestTimeout: REQUEST_MILLISECONDS,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
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
          serverOptions: { ...limits, ...certificate.read(), minVersion: 'TLSv1.2' as const },
        }),
  }) as Server;
  server.maxConnections = MOST_CONNECTIONS;
  server.setTimeout(SILENT_MILLISECONDS);
  const address = await listen(server, page.listen, 'page.listen');
  hosts?.push(...hostsOf(page, address));
  const stopWatching = certificate?.watch(server);
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
  const read = () => ({
    cert: fileOf(paths.cert, 'page.certificateFile'),
    key: fileOf(paths.key, 'page.keyFile'),
  });
  const watch = (server: Server & { setSecureContext?(options: ReturnType<typeof read>): void }) => {
    const renew = () => {
      try {
        server.setSecureContext?.(read());
        log.info('the certificate was read again');
      } catch (error) {
        log.error({ fault: error }, 'the renewed certificate cannot be used; the earlier one stays');
      }
    };
    watchFile(paths.cert, { interval: CERTIFICATE_MILLISECONDS, persistent: false }, renew);
    return () => unwatchFile(paths.cert, renew);
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
