import type pg from 'pg';
import { NOT_READY_IN_TIME } from './database-fault.ts';
import type { ServerAddress } from './server-address.ts';
import { enterOwnSession } from './shared-session.ts';
import type { OwnSession } from './store.ts';

/** The longest that connecting may take, and as long again making the connection ready. */
export const CONNECT_MILLISECONDS = 10_000;

/** The longest that a connection takes which is only compared with. */
const OTHER_MILLISECONDS = 5_000;

/**
 * Results are read in UTC. Statements are few and read many rows: with work_mem below 64 MB, sums of a date are sorted
 * on disk, and JIT compilation takes longer than it saves. With the default random_page_cost, the planner would read a
 * year for the ten thousand orders of a date. Values that the server's owner has set are kept. A client that stopped
 * answering is disconnected after two minutes, which frees its claims; the system's own limit is hours. Transactions
 * may be idle while lanes work or lines are parsed for them. Limits of time that are set for people's queries do not hold
 * for work that takes minutes; a limit on waiting for locks is kept. Every five seconds of a statement the server looks whether
 * its client is still there, where its system can tell: the statement of a program that was stopped would keep the store's
 * lock. Statements outside a transaction are read committed, as those inside are: they cannot fail because others write at
 * the same time. A policy of row-level security is an error: without it, rows would be missing without a word.
 *
 * What changes the meaning of statements or of values is as PostgreSQL's defaults have it, whatever is set for the database or
 * the role: `array_nulls` and `transform_null_equals` decide what is null, `extra_float_digits` rounds instants,
 * `standard_conforming_strings` reads backslashes of patterns, `restrict_nonsystem_relation_kind` refuses views,
 * `timezone_abbreviations` come before names of zones, and `exit_on_error` ends connections on errors that are handled. Where
 * tables are, how they are stored and how soon a commit is durable (`search_path`, `default_tablespace`, `synchronous_commit`)
 * stays as the administrator has set it. Other settings change only plans, or nothing that the program uses.
 */
const SESSION_SETTINGS = `
  set statement_timeout = 0;
  set timezone = 'UTC';
  set datestyle = 'ISO';
  set array_nulls = on;
  set transform_null_equals = off;
  set extra_float_digits = 1;
  set standard_conforming_strings = on;
  set exit_on_error = off;
  set row_security = off;
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
 * Makes a new connection ready for work. A pooler finishes the login before it has a server for it: who waits for that
 * one waits no longer than for the login.
 * @param findOther connects once more, to see whether a pooler shares sessions; absent if that has been seen
 * @throws Fault DATABASE_UNSUITABLE if it does
 */
export async function makeReady(
  client: pg.ClientBase,
  own: OwnSession,
  findOther?: () => Promise<pg.Client>,
): Promise<void> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(NOT_READY_IN_TIME)), CONNECT_MILLISECONDS);
  const make = async () => {
    await enterOwnSession(client, own, findOther);
    await client.query(`${SESSION_SETTINGS}; commit`);
  };
  await Promise.race([make(), limit]).finally(() => clearTimeout(timer));
}

/** Connects apart from the pool. Without an answer soon, statements fail: a pooler may have no connection left for it. */
export async function connectOther(
  Client: ServerAddress['Client'],
  connecting: pg.ClientConfig,
): Promise<pg.Client> {
  const other = new Client({
    ...connecting,
    connectionTimeoutMillis: OTHER_MILLISECONDS,
    query_timeout: OTHER_MILLISECONDS,
  });
  other.on('error', () => undefined);
  await other.connect();
  return other;
}
