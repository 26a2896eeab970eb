import { CompiledQuery, type Kysely } from 'kysely';
import { atFaultPoint, type FaultPoint } from '../fault-points.ts';
import type { BuiltQuery } from './literal-query.ts';
import type { Tables } from './tables.ts';

/**
 * A connection's mark is kept in its session. If another one is found there, the session was, or is, another connection's:
 * a pooler shares it. What belongs to a session (locks, settings, temporary tables) would get to others.
 */
export interface OwnSession {
  readonly mark: string;
  /** The server's, for messages. */
  readonly address: string;
}

/** One connection: its statements run in order, and its transactions are its own. */
export interface Session {
  /** Typed queries on this connection. */
  readonly db: Kysely<Tables>;
  /** What shows that the connection still has its session, where poolers may be between. */
  readonly own?: OwnSession;
  /**
   * Begins a transaction, in the connection's own session.
   * @param mode of `begin`: its isolation level, and whether it reads only
   * @throws Fault DATABASE_UNSUITABLE if a pooler has given the session to others
   */
  begin(mode: string): Promise<void>;
  /** Runs several statements without parameters, such as a migration file. */
  script(text: string): Promise<void>;
  /**
   * Appends rows by COPY.
   * @param block a whole file of COPY's binary format (see copyFile)
   * @param rows how many; the database must count as many, else the copy fails
   */
  copyIn(table: keyof Tables, columns: readonly string[], block: Uint8Array, rows: number): Promise<void>;
  /**
   * Rows of a query by COPY, as the database holds them: nothing is made text. Those of {@link cursorRows} mean the
   * same.
   */
  copyOut(query: BuiltQuery): Promise<CopiedRows>;
  /**
   * Appends rows as another session's {@link copyOut} gives them, to columns of the same names and types.
   * @returns how many
   */
  copyAcross?(table: keyof Tables, rows: CopiedRows): Promise<number>;
  /**
   * Does work on more connections at once, made for it and ended with it; what it keeps in transactions of its own is
   * there for this session too. Absent where an engine has but one connection.
   * @param stop is called with the first error, which is thrown when none is at work any more
   */
  beside?(
    lanes: number,
    work: (lane: Session, index: number) => Promise<void>,
    stop?: AbortController,
  ): Promise<void>;
}

/** The result of a query in COPY's binary format. */
export interface CopiedRows {
  /** Its columns in their order, with the types of pg_type. */
  readonly fields: ReadonlyArray<{ readonly name: string; readonly typeOid: number }>;
  /** Starts the query; what it gives is cut anywhere. Once, and on this session nothing else until its end. */
  chunks(): AsyncGenerator<Buffer>;
}

/** The database, PostgreSQL or embedded. Adapters differ in connecting and in bulk copy, nothing else. */
export interface Store {
  readonly engine: 'postgresql' | 'embedded';
  /** For messages: host, port and database, or the folder. Never holds a secret. */
  readonly address: string;
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Runs the work while this process alone may change the store; the lock goes with the process. Every session that
   * the work asks for is the lock's own connection: who loses the lock loses the transaction, and cannot commit.
   * @throws Fault STORE_LOCKED at once if another process holds it
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * A session apart from all others, on a connection of its own where the engine has several, also under the lock: what
   * it keeps does not depend on what is done beside it.
   */
  apart<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Refuses a database that a newer version of the program has migrated since it was opened. Absent where no other program can
   * have done so.
   * @throws Fault SCHEMA_MISMATCH
   */
  checkSchema?(session: Session): Promise<void>;
  close(): Promise<void>;
}

/** Thrown inside {@link transaction} to undo everything and still give a result. */
export class Rollback<T> {
  readonly result: T;

  constructor(result: T) {
    this.result = result;
  }
}

/**
 * Runs the work in one transaction; an error, or a returned {@link Rollback}, undoes all of it.
 * @param commitPoint name of its commit among the fault points
 */
export async function transaction<T>(
  session: Session,
  work: () => Promise<T | Rollback<T>>,
  commitPoint?: FaultPoint,
): Promise<T> {
  // Whatever the server's default: who waits for another must see afterwards what that one has kept.
  await session.begin('isolation level read committed');
  let result: T | Rollback<T>;
  try {
    result = await work();
  } catch (error) {
    // The first error is the one to tell; a lost connection cannot roll back and need not.
    await command(session, 'rollback').catch(() => undefined);
    throw error;
  }
  if (result instanceof Rollback) {
    await command(session, 'rollback');
    return result.result;
  }
  const commit = () => command(session, 'commit');
  try {
    await (commitPoint === undefined ? commit() : atFaultPoint(commitPoint, commit));
  } catch (error) {
    // Whether or not it was kept, the next work on this connection begins outside of it.
    await command(session, 'rollback').catch(() => undefined);
    throw error;
  }
  return result;
}

async function command(session: Session, text: string): Promise<void> {
  await session.db.executeQuery(CompiledQuery.raw(text));
}

/** Streams a query's rows through a cursor, in blocks, in constant memory. Only within a transaction. */
export async function* cursorRows<Row>(
  session: Session,
  query: { readonly sql: string; readonly parameters: readonly unknown[] },
  blockRows = 5000,
): AsyncGenerator<Row[]> {
  const declare = `declare rows_of_report no scroll cursor for ${query.sql}`;
  await session.db.executeQuery(CompiledQuery.raw(declare, [...query.parameters]));
  try {
    for (;;) {
      const block = await session.db.executeQuery<Row>(
        CompiledQuery.raw(`fetch ${blockRows} from rows_of_report`),
      );
      if (block.rows.length > 0) yield block.rows;
      if (block.rows.length < blockRows) return;
    }
  } finally {
    await command(session, 'close rows_of_report').catch(() => undefined);
  }
}
