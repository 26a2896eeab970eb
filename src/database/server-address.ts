import { getCACertificates } from 'node:tls';
import pg from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
// @ts-expect-error The package has no types.
import pgpass from 'pgpass';
import { Fault } from '../errors.ts';
import { addressMistake, NO_HOSTADDR, NO_SERVICE, parseAddress } from '../settings/database-url.ts';
import { unreadable } from '../settings/secret.ts';

export interface ServerAddress {
  /** Host, port and database, for messages; never a password. */
  readonly address: string;
  /** The driver's client of this address, which takes precedence over a configuration. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client;
}

/**
 * Reads the address of a server. A text that cannot be parsed is not repeated, as it may have a password.
 * @param origin setting or option that gave it
 * @throws Fault SETTINGS_INVALID, SECRET_UNAVAILABLE
 */
export function readServerAddress(url: string, origin: string): ServerAddress {
  const mistake = addressMistake(url);
  if (mistake !== undefined) throw new Fault('SETTINGS_INVALID', { where: origin, ...mistake });
  const { host, port, database } = clientOf(() => new pg.Client(driverConfig(url, origin)), origin);
  // As it is written where it is: a source whose address is another is read again from the start.
  const { pathname, searchParams } = parseAddress(url)!;
  const isWritten = pathname.length > 1 && !searchParams.has('dbname');
  const path = isWritten ? pathname : `/${encodeURIComponent(database ?? '')}`;
  const address = `postgresql://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
  return { address, Client: clientClass(() => driverConfig(url, origin)) };
}

/**
 * The driver's client of a configuration, which is read again for each connection: files of certificates are renewed while a
 * page is served. If one is missing, connecting fails: a pool also makes clients where nobody would catch an error.
 */
function clientClass(read: () => pg.ClientConfig): ServerAddress['Client'] {
  return class extends pg.Client {
    readonly #missing: Error | undefined;
    constructor(config: pg.ClientConfig = {}) {
      let own: pg.ClientConfig = {};
      let missing: Error | undefined;
      try {
        own = read();
      } catch (error) {
        missing = error as Error;
      }
      super({ ...config, ...own });
      this.#missing = missing;
    }
    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<pg.Client> | undefined {
      const missing = this.#missing;
      if (missing === undefined) {
        if (done === undefined) return super.connect();
        super.connect(done);
        return undefined;
      }
      if (done === undefined) return Promise.reject(missing);
      process.nextTick(done, missing);
      return undefined;
    }
  };
}

function driverConfig(text: string, origin: string): pg.ClientConfig {
  const url = parseAddress(text)!;
  const { pathname, searchParams } = url;
  const hasHost = url.hostname !== '' || searchParams.has('host');
  refuseVariable('PGHOSTADDR', origin, NO_HOSTADDR);
  if (!hasHost) refuseVariable('PGSERVICE', origin, NO_SERVICE);
  const parameters = tlsParameters(searchParams, origin);
  const isSystem = parameters.get('sslrootcert') === 'system';
  if (isSystem) parameters.delete('sslrootcert');
  const config = parsed(`${text.split(/[?#]/)[0]}?${parameters}`, parameters, origin);
  if (isSystem) {
    const { cert, key } = typeof config.ssl === 'object' ? config.ssl : {};
    config.ssl = { ca: getCACertificates('system'), ...(cert && { cert }), ...(key && { key }) };
  }
  // A server does not encrypt a socket.
  if ((config.host || process.env['PGHOST'] || '').startsWith('/')) config.ssl = false;
  // The driver leaves escapes of / ? @ and others in the name as they are.
  const database = searchParams.get('dbname') ?? decodeURIComponent(pathname.slice(1));
  if (database !== '') config.database = database;
  if (!config.password && !process.env['PGPASSWORD']) {
    const asked = clientOf(() => new pg.Client(config), origin);
    config.password = () => passwordOfFile(asked);
  }
  return config;
}

/** Refuses a variable by which psql would connect to another place. */
function refuseVariable(name: string, origin: string, expected: string): void {
  if (!process.env[name]) return;
  const found = `the variable ${name}, which is not supported`;
  throw new Fault('SETTINGS_INVALID', { where: `${origin}, ${name}`, found, expected });
}

/** Files of TLS by the names of their parameters, and the variables that libpq reads and the driver does not. */
const FILES = [
  ['sslrootcert', 'PGSSLROOTCERT'],
  ['sslcert', 'PGSSLCERT'],
  ['sslkey', 'PGSSLKEY'],
] as const;

/** Modes that check certificate and host name, unless the address asks for libpq's meaning of them. */
const CHECKED = ['allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** Modes of the parameter `ssl`, which the driver has beside `sslmode`. Any other value asks for TLS. */
const MODES_OF_SSL: ReadonlyMap<string, string> = new Map([
  ['0', 'disable'],
  ['false', 'disable'],
  ['disable', 'disable'],
  ['no-verify', 'no-verify'],
]);

/**
 * The parameters of an address as the driver is to read them. It never connects with less than it is asked for: without
 * `uselibpqcompat=true` all modes but `no-verify` and `disable` are verify-full. The driver does so too, but warns on
 * each start.
 */
function tlsParameters(given: URLSearchParams, origin: string): URLSearchParams {
  const parameters = new URLSearchParams(given);
  const fromVariable = process.env['PGSSLMODE'];
  const ssl = given.get('ssl');
  // Of its values, the driver's configuration has true and 1 only.
  parameters.delete('ssl');
  if (!given.get('sslmode')) {
    if (ssl) parameters.set('sslmode', MODES_OF_SSL.get(ssl) ?? 'verify-full');
    // PGSSLMODE=allow means no TLS to the driver.
    else if (fromVariable && fromVariable !== 'allow') parameters.set('sslmode', fromVariable);
  }
  const mode = parameters.get('sslmode');
  for (const [parameter, variable] of CHECKED.includes(mode ?? '') ? FILES : []) {
    const file = process.env[variable];
    if (!parameters.has(parameter) && file) parameters.set(parameter, file);
  }
  if (parameters.get('uselibpqcompat') !== 'true') {
    if (CHECKED.includes(mode ?? '')) parameters.set('sslmode', 'verify-full');
  } else if (mode === 'verify-ca' && !parameters.get('sslrootcert')) {
    const expected = 'sslrootcert=FILE beside it, or sslmode=verify-full';
    throw new Fault('SETTINGS_INVALID', {
      where: origin,
      found: 'sslmode=verify-ca without sslrootcert',
      expected,
    });
  }
  return parameters;
}

function parsed(text: string, parameters: URLSearchParams, origin: string): pg.ClientConfig {
  try {
    return toClientConfig(parse(text));
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException;
    const [named, variable] = FILES.find(([parameter]) => parameters.get(parameter) === path) ?? [];
    if (path === undefined || named === undefined) throw notTaken(error, origin);
    throw unreadable(error, `${named} (${origin}, or ${variable}): ${path}`);
  }
}

function clientOf(make: () => pg.Client, origin: string): pg.Client {
  try {
    return make();
  } catch (error) {
    throw error instanceof Fault ? error : notTaken(error, origin);
  }
}

/** What the driver does not take, such as a port that is no number. Its messages show the parameter. */
function notTaken(error: unknown, origin: string): Fault {
  return new Fault('SETTINGS_INVALID', { where: origin, found: (error as Error).message });
}

const findPassword: (connection: object, done: (password: string | undefined) => void) => void = pgpass;

/** The password for a connection in ~/.pgpass or the file PGPASSFILE; empty where neither has one. */
function passwordOfFile({ host, port, database, user }: pg.Client): Promise<string> {
  return new Promise((resolve) => {
    findPassword({ host, port, database, user }, (password) => resolve(password ?? ''));
  });
}
