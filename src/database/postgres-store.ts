import { AsyncLocalStorage } from 'node:async_hooks';
import { finished, pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Fault } from '../errors.ts';
import { databaseFault, unreachable } from './database-fault.ts';
import { type BuiltQuery, literalSql } from './literal-query.ts';
import { LOCKS } from './locks.ts';
import { readServerAddress } from './server-address.ts';
import type { CopiedRows, Session, Store } from './store.ts';
import type { Tables } from './tables.ts';
import { keepText, TEXT_TYPE_OIDS } from './type-parsers.ts';

/**
 * Results are read in UTC. Statements are few and read many rows: with work_mem below 64 MB, sums of a date are sorted
 * on disk, and JIT compilation takes longer than it saves. With the default random_page_cost, the planner would read a
 * year for the ten thousand orders of a date. Values that the server's owner has set are kept. A client that stopped
 * answering is disconnected after two minutes, which frees its claims; the system's own limit is hours. Transactions
 * may be idle while lanes work or lines are parsed for them. Limits of time that are set for people's queries do not hold
 * for work that takes minutes; a limit on waiting for locks is kept. Every five seconds of a statement the server looks whether
 * its client is still there, where its system can tell: the statement of a program that was stopped would keep the store's
 * lock. Statements outside a transaction are read committed, as those inside are: they cannot fail because others write at
 * the same time.
 *
 * What changes the meaning of statements or of values is as PostgreSQL's defaults have it, whatever is set for the database or
 * the role: `array_nulls` and `transform_null_equals` decide what is null, `extra_float_digits` rounds instants,
 * `standard_conforming_strings` reads backslashes of patterns, `restrict_nonsystem_relation_kind` refuses views,
 * `timezone_abbreviations` come before names of zones, and `exit_on_error` ends connections on errors that are handled. Where
 * tables are, how they are stored and how soon a commit is durable (`search_path`, `default_tablespace`, `synchronous_commit`)
 * stays as the administrator has set it. Other settings change only plans, or nothing that the program uses.
 */
const SESSION_SETTINGS = `
  set timezone = 'UTC';
  set datestyle = 'ISO';
  set array_nulls = on;
  set transform_null_equals = off;
  set extra_float_digits = 1;
  set standard_conforming_strings = on;
  set exit_on_error = off;
  set timezone_abbreviations = 'Default';
  set jit = off;
  set idle_in_transaction_session_timeout = 0;
  set idle_session_timeout = 0;
  set default_transaction_isolation = 'read committed';
  set tcp_keepalives_idle = 60;
  set tcp_keepalives_interval = 10;
  set tcp_keepalives_count = 6;
  select set_config(name, '5s', false) from pg_settings
  where name = 'client_connection_check_interval' and setting = '0' and version() ~ 'linux|darwin|bsd';
  select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout';
  select set_config(name, '', false) from pg_settings where name = 'restrict_nonsystem_relation_kind';
  select set_config('work_mem', '64MB', false)
  where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('64MB');
  select set_config('random_page_cost', '1.1', false) where current_setting('random_page_cost') = '4'`;

/**
 * Opens a PostgreSQL database (15 or newer).
 * @param origin setting or option that gave the address, for messages
 * @throws Fault SETTINGS_INVALID, DATABASE_UNREACHABLE
 */
export async function openPostgres(url: string, origin = 'DATABASE_URL'): Promise<Store> {
  const { address, Client } = readServerAddress(url, origin);
  const at = { address, origin };
  const pool = new pg.Pool({
    Client,
    // The run's connection and those of its lanes.
    max: 20,
    connectionTimeoutMillis: 10_000,
    // A server that stopped answering is given up as well: an endless wait would look like work.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'payin-recon',
    types: { getTypeParser: typeParser },
    // Set by statements, not by connection options, which those of the URL would replace. A connection without them is
    // not used: it would give times in the server's zone.
    onConnect: async (client) => {
      await liftTimeLimit(client);
      await client.query(SESSION_SETTINGS);
    },
  });
  // An idle connection dropped by the server must not end the process: the next query reports it.
  pool.on('error', () => undefined);
  // All work under the lock uses the session that holds it: if the server ends that connection, the run loses
  // its transaction together with the lock and can keep nothing.
  const locked = new AsyncLocalStorage<Session>();
  const beside: Beside = async (lanes, work, stop = new AbortController()) => {
    const all = Array.from({ length: lanes }, (_, index) =>
      withClient(pool, at, (client) => work(sessionOf(client), index), { once: true }),
    );
    await Promise.all(all.map((one) => one.catch((error) => stop.abort(error))));
    stop.signal.throwIfAborted();
  };
  const store: Store = {
    engine: 'postgresql',
    address,
    session: (work) => {
      const own = locked.getStore();
      if (own !== undefined) return translated(at, () => work(own));
      return store.apart(work);
    },
    apart: (work) => withClient(pool, at, (client) => work(sessionOf(client, beside))),
    exclusively: (work) => {
      // The lock is already held by this call.
      if (locked.getStore() !== undefined) return work();
      return withClient(pool, at, (client) =>
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

/** Takes the limit on statements off a session. The limit may be shorter than this statement takes on a busy server. */
async function liftTimeLimit(client: pg.ClientBase): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('set statement_timeout = 0');
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '57014' || tries === 20) throw error;
    }
  }
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

/** A server for messages: its address, and the option, variable or setting that gave it. */
interface Server {
  readonly address: string;
  readonly origin: string;
}

async function withClient<T>(
  pool: pg.Pool,
  { address, origin }: Server,
  work: (client: pg.PoolClient) => Promise<T>,
  /** Whether the connection is closed with the session, together with its temporary tables. */
  { once = false } = {},
): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw unreachable(error, address, origin);
  }
  let lost: Error | undefined;
  const onError = (error: Error) => {
    lost = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    // The server's last message says more than the lost connection.
    const fault = databaseFault(error, address, origin);
    throw lost !== undefined && !(fault instanceof Fault) ? unreachable(lost, address, origin) : fault;
  } finally {
    client.off('error', onError);
    client.release(once || lost);
  }
}

async function translated<T>({ address, origin }: Server, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw databaseFault(error, address, origin);
  }
}

type Beside = NonNullable<Session['beside']>;

function sessionOf(client: pg.PoolClient, beside?: Beside): Session {
  // Kysely is bound to this one connection: its pool always gives the same client.
  const loan: PostgresPoolClient = {
    query: client.query.bind(client),
    release: () => undefined,
  };
  const pool = { options: {}, connect: async () => loan, end: async () => undefined };
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    script: async (text) => {
      await client.query(text);
    },
    copyIn: async (table, columns, block, rows) => {
      const stream = client.query(
        copyFrom(`copy ${table} (${columns.join(', ')}) from stdin (format binary)`),
      );
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
    copyAcross: async (table, rows) => {
      const columns = rows.fields.map(({ name }) => name);
      const statement = `copy ${table} (${columns.join(', ')}) from stdin (format binary)`;
      const stream = client.query(copyFrom(statement));
      await pipeline(rows.chunks(), stream);
      return stream.rowCount;
    },
    ...(beside && { beside }),
  };
}

/** The driver's parser of a type. */
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
