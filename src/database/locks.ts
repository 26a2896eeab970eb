import { type RawBuilder, sql } from 'kysely';
import { Fault } from '../errors.ts';
import type { FaultPoint } from '../fault-points.ts';
import { lockHolder } from './lock-holder.ts';
import { MARK_SETTING, sharedSession } from './shared-session.ts';
import { type Rollback, type Session, type Store, transaction } from './store.ts';

/** Numbers of this program's advisory locks: "payin" in ASCII and the following ones. */
export const LOCKS = {
  /** Held while results are changed: one run at a time works on a store. */
  store: '482805867886',
  migrations: '482805867887',
  /** Shared by all that add evidence; exclusive for changing or removing stored evidence. */
  loading: '482805867888',
  /** Held while a source is kept, so that sources are kept one after the other, in the order of their numbers. */
  keeping: '482805867889',
  /** Shared by a run's lanes; exclusive for emptying the tables in which they leave their results. */
  lanes: '482805867890',
  /** Held while entries are added to the audit trail, until they are committed. */
  trail: '482805867891',
} as const;

/** First key of locks on single files; the second is a hash of the file's path. */
const CLAIMS = 1_885_434_473;
/** First key of locks on the addresses that people sign in from; the second is a hash of the address. */
const ADDRESSES = 1_885_434_474;

/** First key of locks on deliveries; the second is a hash of the delivery's name. */
const DELIVERIES = 1_885_434_475;

/**
 * Does work while this connection alone has the store's lock.
 * @throws Fault STORE_LOCKED at once if another connection has it
 */
export async function exclusively<T>(session: Session, address: string, work: () => Promise<T>): Promise<T> {
  const done = await holding(session, sql`${LOCKS.store}::bigint`, async () => ({ result: await work() }));
  if (done === undefined) throw await locked(session, address, LOCKS.store);
  return done.result;
}

/**
 * Does work while this connection alone sends for a delivery. The lock goes with the connection, also if its process is
 * killed, and needs no transaction, so that a long transfer holds none open.
 * @returns undefined if another connection sends for it
 */
export async function alone<T>(
  session: Session,
  delivery: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return holding(session, sql`${DELIVERIES}::integer, hashtext(${delivery})`, work);
}

/** How often a lock is released before it is left: a pooler has to give back the very session that has it. */
const RELEASES = 20;

/**
 * Does work while this connection has a lock of its session. Only the connection's own session takes it and gives it back: one that a
 * pooler shares would keep it, or would have it for two at once.
 * @returns undefined if another session has it
 * @throws Fault DATABASE_UNSUITABLE
 */
async function holding<T>(
  session: Session,
  key: RawBuilder<unknown>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const isHeld = await inOwnSession(session, sql`pg_try_advisory_lock(${key})`);
  if (isHeld === null) throw sharedSession(session.own!.address);
  if (!isHeld) return undefined;
  try {
    return await work();
  } finally {
    // Who has lost the connection has lost the lock with it.
    const release = () => inOwnSession(session, sql`pg_advisory_unlock(${key})`).catch(() => true);
    for (let tries = 1; (await release()) === null && tries < RELEASES; ) tries++;
  }
}

/** What a call gives in the connection's own session; null, and no call, in any other. */
async function inOwnSession({ db, own }: Session, call: RawBuilder<unknown>): Promise<boolean | null> {
  const isOwn =
    own === undefined
      ? sql`true`
      : sql`current_setting(${MARK_SETTING}, true) is not distinct from ${own.mark}`;
  const { rows } = await sql<{ given: boolean | null }>`
    select case when ${isOwn} then ${call} end as given`.execute(db);
  return rows[0]!.given;
}

/**
 * Does work that adds evidence, in a transaction apart from all others. Until it ends nobody changes or removes stored evidence,
 * and no newer version of the program migrates the database.
 * @throws Fault STORE_LOCKED while stored evidence is being changed; SCHEMA_MISMATCH once the database was migrated
 */
export async function loading<T>(
  store: Store,
  work: (session: Session) => Promise<T | Rollback<T>>,
  commitPoint?: FaultPoint,
): Promise<T> {
  return store.apart((session) =>
    transaction<T>(
      session,
      async () => {
        await shareLoading(session, store.address);
        await store.checkSchema?.(session);
        return work(session);
      },
      commitPoint,
    ),
  );
}

/** Locks for adding evidence, until the transaction ends. Throws STORE_LOCKED while stored evidence is being changed. */
export async function shareLoading(session: Session, address: string): Promise<void> {
  if (await isGranted(session, sql`pg_try_advisory_xact_lock_shared(${LOCKS.loading}::bigint)`)) return;
  throw await locked(session, address, LOCKS.loading, 'stored records are being changed or removed');
}

/**
 * Locks for changing or removing stored evidence, until the transaction ends. Throws STORE_LOCKED while any is added.
 */
export async function keepFromLoading(session: Session, address: string): Promise<void> {
  if (await isGranted(session, sql`pg_try_advisory_xact_lock(${LOCKS.loading}::bigint)`)) return;
  throw await locked(session, address, LOCKS.loading, 'an ingest is reading logs into it');
}

/** The fault of a lock that another session has, with who has it, unless it was given back meanwhile. */
async function locked(session: Session, address: string, lock: string, why?: string): Promise<Fault> {
  const holder = await lockHolder(session, lock);
  const found = [why, holder].filter((part) => part !== undefined);
  return new Fault('STORE_LOCKED', { where: address, ...(found.length > 0 && { found }) });
}

/**
 * Tries to keep runs from changing results, and others from adding evidence, until the transaction ends. Returns whether none of them
 * is at work.
 */
export async function keepFromWriting(session: Session): Promise<boolean> {
  for (const lock of [LOCKS.store, LOCKS.loading])
    if (!(await isGranted(session, sql`pg_try_advisory_xact_lock(${lock}::bigint)`))) return false;
  return true;
}

/**
 * Waits until no other transaction keeps a source, and blocks others until this one ends: sources kept later have
 * greater numbers, and every numbered source is complete.
 */
export async function keepInTurn(session: Session): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.keeping}::bigint)`.execute(session.db);
}

/**
 * Reads at a moment at which no source is partly kept, on any machine of a cluster. Only within a transaction, in
 * which nothing of it remains: the lock is released with the savepoint before it.
 */
export async function betweenSources<T>(session: Session, look: () => Promise<T>): Promise<T> {
  await session.script('savepoint between_sources');
  await sql`select pg_advisory_xact_lock(${LOCKS.keeping}::bigint)`.execute(session.db);
  const seen = await look();
  await session.script('rollback to savepoint between_sources; release savepoint between_sources');
  return seen;
}

/**
 * Waits until no other transaction adds to the audit trail, and blocks others until this one ends: each entry has the
 * hash of the one before it, so that two must not be added at once.
 */
export async function extendTrail(session: Session): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.trail}::bigint)`.execute(session.db);
}

/** Like {@link extendTrail}, but does not wait. Returns whether the lock was granted. */
export async function tryToExtendTrail(session: Session): Promise<boolean> {
  return isGranted(session, sql`pg_try_advisory_xact_lock(${LOCKS.trail}::bigint)`);
}

/** Waits until no other transaction judges sign-ins from an address, and blocks others until this one ends. */
export async function judgeAddress(session: Session, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESSES}::integer, hashtext(${address}))`.execute(session.db);
}

/** Number of the current transaction, which identifies the run to its lanes. */
export async function transactionOf(session: Session): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(session.db);
  return rows[0]!.id;
}

/**
 * Locks for a transaction of another connection that works for a run: shared with the run's other lanes, or exclusive
 * once no lane of any run is at work. Lasts until that transaction ends.
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

/** Waits until no lane of any run is at work. Those of runs that have ended begin nothing any more, see {@link workForRun}. */
export async function untilNoLaneWorks(session: Session): Promise<void> {
  await session.script('savepoint until_no_lane_works');
  await sql`select pg_advisory_xact_lock(${LOCKS.lanes}::bigint)`.execute(session.db);
  await session.script('rollback to savepoint until_no_lane_works; release savepoint until_no_lane_works');
}

/**
 * Claims a file for this transaction, so that several ingests of the same folder read different files;
 * the claim ends with the transaction, also if its process is killed. It only saves work: that nothing is kept twice is
 * ensured when a file is kept, by its bytes.
 * @param file its absolute path
 * @param wait whether to wait until another claim ends
 * @returns whether the claim succeeded
 */
export async function claimFile(session: Session, file: string, wait: boolean): Promise<boolean> {
  const key = sql`${CLAIMS}::integer, hashtext(${file})`;
  if (wait) {
    await sql`select pg_advisory_xact_lock(${key})`.execute(session.db);
    return true;
  }
  return isGranted(session, sql`pg_try_advisory_xact_lock(${key})`);
}

/** Result of a lock attempt that does not wait. */
async function isGranted(session: Session, lock: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${lock} as held`.execute(session.db);
  return rows[0]?.held === true;
}
