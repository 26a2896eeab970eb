import { type RawBuilder, sql } from 'kysely';
import { Fault } from '../errors.ts';
import type { Session } from './store.ts';

/** Numbers of this program's locks among the advisory locks of the same database: "payin" in ASCII, and those after it. */
export const LOCKS = {
  /** Held by whoever changes results: one run at a time works on a store. */
  store: '482805867886',
  migrations: '482805867887',
  /** Shared by all that add evidence; held alone by what changes or removes evidence that is stored. */
  loading: '482805867888',
  /** Held by the source that is being kept, so that sources are kept one after the other, in the order of their numbers. */
  keeping: '482805867889',
  /** Shared by a run's lanes; held alone by who empties the tables that they leave their results in. */
  lanes: '482805867890',
} as const;

/** Names the locks on single files; beside it stands a hash of which file it is. */
const CLAIMS = 1_885_434_473;

/** For a transaction that adds evidence. Throws STORE_LOCKED while stored evidence is being changed. */
export async function shareLoading(session: Session, address: string): Promise<void> {
  if (await isGranted(session, sql`pg_try_advisory_xact_lock_shared(${LOCKS.loading}::bigint)`)) return;
  throw new Fault('STORE_LOCKED', { where: address, found: 'stored records are being changed or removed' });
}

/** For a transaction that changes or removes stored evidence. Throws STORE_LOCKED while something is being added. */
export async function keepFromLoading(session: Session, address: string): Promise<void> {
  if (await isGranted(session, sql`pg_try_advisory_xact_lock(${LOCKS.loading}::bigint)`)) return;
  throw new Fault('STORE_LOCKED', { where: address, found: 'an ingest is reading logs into it' });
}

/**
 * Waits until no other transaction keeps a source, and lets none before this one ends: what is kept later has the
 * greater number, and what has a number is there whole.
 */
export async function keepInTurn(session: Session): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.keeping}::bigint)`.execute(session.db);
}

/**
 * Looks at a moment at which no source is half kept, on whichever machine its records are. Only within a transaction, in
 * which nothing stays of it: the lock goes with the savepoint that it was taken after.
 */
export async function betweenSources<T>(session: Session, look: () => Promise<T>): Promise<T> {
  await session.script('savepoint between_sources');
  await sql`select pg_advisory_xact_lock(${LOCKS.keeping}::bigint)`.execute(session.db);
  const seen = await look();
  await session.script('rollback to savepoint between_sources; release savepoint between_sources');
  return seen;
}

/** Number of the transaction at hand, by which those that work for it know it. */
export async function transactionOf(session: Session): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(session.db);
  return rows[0]!.id;
}

/**
 * For a transaction of another connection that works for a run: beside others that do, or once none of any run is at work
 * any more and alone. Lasts until that transaction ends.
 * @param run number of the run's own transaction, see {@link transactionOf}
 * @throws Error where the run has ended
 */
export async function workForRun(session: Session, run: string, how: 'beside' | 'alone'): Promise<void> {
  const lock = how === 'beside' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(${LOCKS.lanes}::bigint)`.execute(session.db);
  const { rows } = await sql<{ status: string }>`
    select pg_xact_status(${run}::text::xid8) as status`.execute(session.db);
  if (rows[0]?.status !== 'in progress') throw new Error('the run that this was done for has ended');
}

/**
 * Claims a file for this transaction, so that of several ingests that are given the same folder each reads other files;
 * the claim goes with it, also where its process is killed. It only spares work: that nothing is kept twice is seen to
 * when a file is kept, by its bytes.
 * @param file its absolute path
 * @param wait whether to wait for who has claimed it
 * @returns whether it is claimed now
 */
export async function claimFile(session: Session, file: string, wait: boolean): Promise<boolean> {
  const key = sql`${CLAIMS}::integer, hashtext(${file})`;
  if (wait) {
    await sql`select pg_advisory_xact_lock(${key})`.execute(session.db);
    return true;
  }
  return isGranted(session, sql`pg_try_advisory_xact_lock(${key})`);
}

/** What a lock that does not wait says. */
async function isGranted(session: Session, lock: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${lock} as held`.execute(session.db);
  return rows[0]?.held === true;
}
