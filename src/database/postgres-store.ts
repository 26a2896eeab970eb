import { AsyncLocalStorage } from 'node:async_hooks';
import { finished, pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Fault } from '../errors.ts';
import { databaseFault, unreachable } from './database-fault.ts';
import { type BuiltQuery, literalSql } from './literal-query.ts';
import { exclusively } from './locks.ts';
import { CONNECT_MILLISECONDS, connectOther, makeReady } from './ready-connection.ts';
import { readServerAddress, type ServerAddress } from './server-address.ts';
import { sessionName } from './session-name.ts';
import { beginIn, newMark } from './shared-session.ts';
import type { CopiedRows, OwnSession, Session, Store } from './store.ts';
import type { Tables } from './tables.ts';
import { keepText, TEXT_TYPE_OIDS } from './type-parsers.ts';

/**
 * Opens a PostgreSQL database (15 or newer).
 * @param origin setting or option that gave the address, for messages
 * @throws Fault SETTINGS_INVALID, DATABASE_UNREACHABLE
 */
export async function openPostgres(url: string, origin = 'DATABASE_URL'): Promise<Store> {
  const { address, Client } = readServerAddress(url, origin);
  const at = { address, origin };
  const { pool, sessions } = openPool(Client, address);
  // All work under the lock uses the session that holds it: if the server ends that connection, the run loses
  // its transaction together with the lock and can keep nothing.
  const locked = new AsyncLocalStorage<Session>();
  const sessionOn = (client: pg.PoolClient, beside?: Beside) =>
    sessionOf(client, sessions.get(client)!, beside);
  const beside: Beside = async (lanes, work, stop = new AbortController()) => {
    const all = Array.from({ length: lanes }, (_, index) =>
      withClient(pool, at, (client) => work(sessionOn(client), index), { once: true }),
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
    apart: (work) => withClient(pool, at, (client) => work(sessionOn(client, beside))),
    exclusively: (work) => {
      // The lock is already held by this call.
      if (locked.getStore() !== undefined) return work();
      return withClient(pool, at, (client) => {
        const session = sessionOn(client, beside);
        return exclusively(session, address, () => locked.run(session, work));
      });
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

/** A pool of connections that are ready, and the session of each. */
function openPool(Client: ServerAddress['Client'], address: string) {
  const connecting = {
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    // A server that stopped answering is given up as well: an endless wait would look like work.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    application_name: sessionName(),
    types: { getTypeParser: typeParser },
  };
  const sessions = new WeakMap<pg.ClientBase, OwnSession>();
  let findOther: (() => Promise<pg.Client>) | undefined = () => connectOther(Client, connecting);
  const pool = new pg.Pool({
    ...connecting,
    Client,
    // The run's connection and those of its lanes.
    max: 20,
    // Set by statements, not by connection options, which those of the URL would replace. A connection without them is
    // not used: it would give times in the server's zone.
    onConnect: async (client) => {
      const own = newMark(address);
      await makeReady(client, own, findOther);
      sessions.set(client, own);
      findOther = undefined;
    },
  });
  // An idle connection dropped by the server must not end the process: the next query reports it.
  pool.on('error', () => undefined);
  return { pool, sessions };
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
    throw error instanceof Fault ? error : unreachable(error, address, origin);
  }
  let lost: Error | undefined;
  const onError = (error: Error) => {
    lost = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    // The server's last message says more than the lost connection. If it came while nothing was asked, the next
    // statement fails without it.
    const isAfterwards = lost !== undefined && /not queryable/.test((error as Error).message);
    const fault = databaseFault(isAfterwards ? lost : error, address, origin);
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

function sessionOf(client: pg.PoolClient, own: OwnSession, beside?: Beside): Session {
  // Kysely is bound to this one connection: its pool always gives the same client.
  const loan: PostgresPoolClient = {
    query: client.query.bind(client),
    release: () => undefined,
  };
  const pool = { options: {}, connect: async () => loan, end: async () => undefined };
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    own,
    begin: (mode) => beginIn(client, own, mode),
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
