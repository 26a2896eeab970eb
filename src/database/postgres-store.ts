import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Fault } from '../errors.ts';
import { isPostgresUrl, POSTGRES_URL } from '../settings/database-url.ts';
import type { Session, Store } from './store.ts';
import type { Tables } from './tables.ts';
import { keepText, TEXT_TYPE_OIDS } from './type-parsers.ts';

/** Names the lock among advisory locks of the same database: "payin" in ASCII. */
const LOCK_KEY = '482805867886';

/**
 * Opens a PostgreSQL database (15 or newer).
 * @param origin what said the address, for messages
 * @throws Fault SETTINGS_INVALID, DATABASE_UNREACHABLE
 */
export async function openPostgres(url: string, origin = 'DATABASE_URL'): Promise<Store> {
  const address = addressOf(url, origin);
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: 10_000,
    application_name: 'payin-recon',
    types: { getTypeParser: typeParser },
  });
  // By statements, not by connection options: those of the URL would replace them.
  pool.on('connect', (client) => {
    client.query("set timezone = 'UTC'; set datestyle = 'ISO'").catch(() => undefined);
  });
  // An idle connection that the server drops must not end the process: the next query tells.
  pool.on('error', () => undefined);
  const store: Store = {
    engine: 'postgresql',
    address,
    session: (work) => withClient(pool, address, (client) => work(sessionOf(client))),
    exclusively: (work) => withClient(pool, address, (client) => exclusively(client, address, work)),
    close: () => pool.end(),
  };
  try {
    await store.session(async () => undefined);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return store;
}

async function exclusively<T>(client: pg.PoolClient, address: string, work: () => Promise<T>): Promise<T> {
  const answer = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK_KEY]);
  if (answer.rows[0]?.held !== true) throw new Fault('STORE_LOCKED', { where: address });
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
  }
}

async function withClient<T>(
  pool: pg.Pool,
  address: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw unreachable(error, address);
  }
  let lost: Error | undefined;
  const onError = (error: Error) => {
    lost = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (lost !== undefined || isConnectionLoss(error)) throw unreachable(lost ?? error, address);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(lost);
  }
}

function sessionOf(client: pg.PoolClient): Session {
  // Kysely is bound to this one connection: what it calls a pool lends the same client each time.
  const loan = {
    query: client.query.bind(client),
    release: () => undefined,
  } as unknown as pg.PoolClient;
  const pool = { options: {}, connect: async () => loan, end: async () => undefined };
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    script: async (text) => {
      await client.query(text);
    },
    copyIn: async (table, columns, block, rows) => {
      const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
      await new Promise<void>((resolve, reject) => {
        stream.on('error', reject);
        stream.on('finish', resolve);
        stream.end(block);
      });
      if (stream.rowCount !== rows) {
        throw new Error(`COPY into ${table} counted ${stream.rowCount} rows of ${rows}`);
      }
    },
  };
}

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (TEXT_TYPE_OIDS.includes(oid)) return keepText;
  return pg.types.getTypeParser(oid, format as 'text');
}

function isConnectionLoss(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const ofSocket =
    syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo';
  if (typeof code !== 'string')
    return /Connection terminated|timeout exceeded/.test((error as Error).message ?? '');
  return (
    code.startsWith('08') ||
    code.startsWith('57P') ||
    (ofSocket && /^E[A-Z]+$/.test(code) && !('path' in (error as object)))
  );
}

/** Host, port and database of a URL; a URL that cannot be read is not repeated, it may hold a password. */
function addressOf(url: string, origin: string): string {
  if (!isPostgresUrl(url)) {
    throw new Fault('SETTINGS_INVALID', {
      where: origin,
      found: 'text that is no URL of PostgreSQL',
      expected: POSTGRES_URL,
    });
  }
  const parsed = new URL(url);
  const host = parsed.searchParams.get('host') ?? (parsed.hostname || 'localhost');
  return `postgresql://${host}:${parsed.port || '5432'}${parsed.pathname}`;
}

function unreachable(error: unknown, address: string): Fault {
  const { code, message } = error as { code?: string; message?: string };
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'the host name is unknown',
    ETIMEDOUT: 'no answer',
    '28P01': 'wrong password',
    '28000': 'this user may not connect',
    '3D000': 'there is no such database',
    '57P03': 'the server is starting up or shutting down',
    '57P01': 'the server ended the connection',
  };
  const found = (code === undefined ? undefined : reasons[code]) ?? `${code ?? ''} ${message ?? ''}`.trim();
  return new Fault('DATABASE_UNREACHABLE', { where: address, found, cause: error });
}
