import { AsyncLocalStorage } from 'node:async_hooks';
import { finished, pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Fault } from '../errors.ts';
import { databaseFault, unreachable } from './database-fault.ts';
import { type BuiltQuery, literalSql } from './literal-query.ts';
import { LOCKS } from './locks.ts';
import { serverAddress } from './server-address.ts';
import type { CopiedRows, Session, Store } from './store.ts';
import type { Tables } from './tables.ts';
import { keepText, TEXT_TYPE_OIDS } from './type-parsers.ts';

/**
 * Results are read in UTC. The questions are few and about many rows: below 64 MB, sums of a date are sorted on disk, and
 * compiling the expressions of each anew takes longer than it saves. A page that is fetched by itself is hardly dearer than
 * one of a row of them; as it comes, the planner reads a year for the ten thousand orders of a date. Who gave the server
 * more, or said what pages cost, keeps it. A machine that went silent is given up after two minutes, and with it what it had
 * claimed; the system's own patience is of hours. A transaction waits without a statement while its lanes are at work, or
 * lines are parsed for it.
 */
const SESSION_SETTINGS = `
  set timezone = 'UTC';
  set datestyle = 'ISO';
  set jit = off;
  set idle_in_transaction_session_timeout = 0;
  set tcp_keepalives_idle = 60;
  set tcp_keepalives_interval = 10;
  set tcp_keepalives_count = 6;
  select set_config('work_mem', '64MB', false)
  where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB');
  select set_config('random_page_cost', '1.1', false) where current_setting('random_page_cost') = '4'`;

/**
 * Opens a PostgreSQL database (15 or newer).
 * @param origin what said the address, for messages
 * @throws Fault SETTINGS_INVALID, DATABASE_UNREACHABLE
 */
export async function openPostgres(url: string, origin = 'DATABASE_URL'): Promise<Store> {
  const address = serverAddress(url, origin);
  const pool = new pg.Pool({
    connectionString: url,
    // The run's own, and its lanes.
    max: 20,
    connectionTimeoutMillis: 10_000,
    // A server that went silent is given up, too: who waits for it without end looks as if at work.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'payin-recon',
    types: { getTypeParser: typeParser },
  });
  // By statements, not by connection options: those of the URL would replace them.
  pool.on('connect', (client) => {
    client.query(SESSION_SETTINGS).catch(() => undefined);
  });
  // An idle connection that the server drops must not end the process: the next query tells.
  pool.on('error', () => undefined);
  // The session that holds the lock, for whatever is done under it: a run whose lock is gone, because the server
  // ended that connection, has lost its transaction with it and can keep nothing.
  const locked = new AsyncLocalStorage<Session>();
  const beside: Beside = async (lanes, work, stop = new AbortController()) => {
    const all = Array.from({ length: lanes }, (_, index) =>
      withClient(pool, address, (client) => work(sessionOf(client), index), { once: true }),
    );
    await Promise.all(all.map((one) => one.catch((error) => stop.abort(error))));
    stop.signal.throwIfAborted();
  };
  const store: Store = {
    engine: 'postgresql',
    address,
    session: (work) => {
      const own = locked.getStore();
      if (own !== undefined) return translated(address, () => work(own));
      return store.apart(work);
    },
    apart: (work) => withClient(pool, address, (client) => work(sessionOf(client, beside))),
    exclusively: (work) => {
      // Who holds the lock already works under it.
      if (locked.getStore() !== undefined) return work();
      return withClient(pool, address, (client) =>
        exclusively(client, address, () => locked.run(sessionOf(client, beside), work)),
      );
    },
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
  const answer = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
    LOCKS.store,
  ]);
  if (answer.rows[0]?.held !== true) throw new Fault('STORE_LOCKED', { where: address });
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.store]).catch(() => undefined);
  }
}

async function withClient<T>(
  pool: pg.Pool,
  address: string,
  work: (client: pg.PoolClient) => Promise<T>,
  /** Whether its connection is ended with it, and with that all that it left there. */
  { once = false } = {},
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
    // What the server said last tells more than that it is gone.
    const fault = databaseFault(error, address);
    throw lost !== undefined && !(fault instanceof Fault) ? unreachable(lost, address) : fault;
  } finally {
    client.off('error', onError);
    client.release(once || lost);
  }
}

async function translated<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw databaseFault(error, address);
  }
}

type Beside = NonNullable<Session['beside']>;

function sessionOf(client: pg.PoolClient, beside?: Beside): Session {
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
    copyOut: (query) => copyOut(client, query),
    copyAcross: async (table, columns, rows) => {
      const statement = `copy ${table} (${columns.join(', ')}) from stdin (format binary)`;
      const stream = client.query(copyFrom(statement));
      await pipeline(rows.chunks(), stream);
      return stream.rowCount;
    },
    ...(beside && { beside }),
  };
}

/** How the driver reads a type. */
export function typeParser(oid: number, format?: 'text' | 'binary') {
  if (TEXT_TYPE_OIDS.includes(oid)) return keepText;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** Starts a query's way out by COPY on a connection; see Session.copyOut. */
export async function copyOut(client: pg.ClientBase, query: BuiltQuery): Promise<CopiedRows> {
  const text = literalSql(query);
  const described = await client.query(`select * from (${text}) as described limit 0`);
  return {
    fields: described.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })),
    chunks: () => chunksOf(client, `copy (${text}) to stdout (format binary)`),
  };
}

async function* chunksOf(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(statement));
  let failed = false;
  stream.once('error', () => {
    failed = true;
  });
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    // Who stops early leaves the rest on the connection: it is read away, so that the next statement is heard.
    if (!failed && !stream.readableEnded) await finished(stream.resume()).catch(() => undefined);
  }
}
