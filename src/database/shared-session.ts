import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Fault } from '../errors.ts';
import type { OwnSession } from './store.ts';

/** Setting of a session with the mark of the connection that it belongs to. Any user may set it, also on a standby. */
export const MARK_SETTING = 'payin_recon.connection';

/** Every connection has a mark of its own: a pooler may give one session to two connections of one process. */
export function newMark(address: string): OwnSession {
  return { mark: randomUUID(), address };
}

/** The fault of an address behind which sessions are shared. */
export function sharedSession(address: string, cause?: unknown): Fault {
  return new Fault('DATABASE_UNSUITABLE', {
    where: address,
    found: 'this address is a pooler that shares sessions between clients (transaction or statement pooling)',
    expected: "session pooling, or the server's own port",
    remedy:
      "Name the server's own port, or have the pooler use session pooling for this database and empty each session " +
      'after its client (PgBouncer: pool_mode = session, server_reset_query = DISCARD ALL).',
    cause,
  });
}

/** No limits of time, until the transaction ends. That of transactions came with PostgreSQL 17. */
const UNLIMITED = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout';`;

interface Entered {
  /** The mark in the session. */
  readonly mark: string;
  readonly process: number;
}

/**
 * Begins a transaction without limits of time, in which the connection keeps its session, and marks the session if it has no
 * mark. A limit may be shorter than lifting it takes on a busy server.
 * @param isNew whether the session may be without a mark
 * @returns whether a pooler is between: the session's process is not the one that was named at login
 * @throws Fault DATABASE_UNSUITABLE if the session has another mark; the transaction has ended then
 */
async function enter(client: pg.ClientBase, { mark, address }: OwnSession, isNew: boolean): Promise<boolean> {
  const found = `coalesce(current_setting('${MARK_SETTING}', true), '')`;
  const text = `begin; ${UNLIMITED} select pg_backend_pid() as process, ${
    isNew ? `set_config('${MARK_SETTING}', coalesce(nullif(${found}, ''), '${mark}'), false)` : found
  } as mark`;
  for (let tries = 1; ; tries++) {
    try {
      const entered = await lastRow<Entered>(client, tries === 1 ? text : `rollback; ${text}`);
      if (entered.mark === mark) return entered.process !== processAtLogin(client);
      await client.query('rollback');
      throw sharedSession(address);
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      if (/statement pooling/.test(message ?? '') && code === '08P01') throw sharedSession(address, error);
      if (code !== '57014' || tries === 20) throw error;
    }
  }
}

/** The row that the last of several statements gives, which are sent as one message. */
async function lastRow<Row extends object>(client: pg.ClientBase, statements: string): Promise<Row> {
  // Of several statements the driver gives a list, which its types do not say.
  const results = (await client.query(statements)) as unknown as ReadonlyArray<pg.QueryResult<Row>>;
  return results.at(-1)!.rows[0]!;
}

function processAtLogin(client: pg.ClientBase): number | null {
  return (client as pg.ClientBase & { readonly processID: number | null }).processID;
}

/**
 * Begins a transaction without limits of time in a new connection's session, which it marks.
 * @param findOther called if a pooler is between: it connects once more, with a short limit
 * @throws Fault DATABASE_UNSUITABLE if the session is shared with other connections
 */
export async function enterOwnSession(
  client: pg.ClientBase,
  own: OwnSession,
  findOther?: () => Promise<pg.Client>,
): Promise<void> {
  const isPooled = await enter(client, own, true);
  if (!isPooled || findOther === undefined) return;
  await client.query('commit');
  try {
    await compareWithOther(client, own, findOther);
  } catch (error) {
    // Nobody who gets this session next is to find a trace of it.
    const clear = `select set_config('${MARK_SETTING}', '', false)
      where current_setting('${MARK_SETTING}', true) = '${own.mark}'`;
    await client.query(clear).catch(() => undefined);
    throw error;
  }
}

/**
 * Enters the session again while another connection is in a transaction. With transaction pooling, the other one is given the
 * session that was just left, or that one is taken meanwhile: either finds a mark that is not its own.
 */
async function compareWithOther(
  client: pg.ClientBase,
  own: OwnSession,
  findOther: () => Promise<pg.Client>,
): Promise<void> {
  let other: pg.Client | undefined;
  try {
    other = await findOther();
    await enter(other, newMark(own.address), true);
    await enter(client, own, false);
    await other.query('rollback');
  } catch (error) {
    if (error instanceof Fault) throw error;
    // Without a second connection, the comparison is left to the beginning of each transaction.
    await enter(client, own, false);
  } finally {
    await other?.end().catch(() => undefined);
  }
}

/**
 * Begins a transaction, and checks in the same round trip that it is in the connection's own session. `show` takes no
 * snapshot, so that the transaction's level can still be set.
 * @throws Fault DATABASE_UNSUITABLE
 */
export async function beginIn(client: pg.ClientBase, own: OwnSession, mode: string): Promise<void> {
  let mark: unknown;
  try {
    const shown = await lastRow<Record<string, unknown>>(client, `begin ${mode}; show ${MARK_SETTING}`);
    mark = shown[MARK_SETTING];
  } catch (error) {
    // A session that was never marked does not know the setting.
    if ((error as { code?: string }).code !== '42704') {
      // What failed may have been the second statement, in a transaction that the session would keep.
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }
  if (mark === own.mark) return;
  await client.query('rollback').catch(() => undefined);
  throw sharedSession(own.address);
}
