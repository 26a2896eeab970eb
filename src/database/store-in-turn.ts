import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault } from '../errors.ts';
import { Turn } from '../turn.ts';
import type { Session, Store } from './store.ts';

/** How long people wait for the embedded engine while a run holds it. */
const PATIENCE_MILLISECONDS = 3_000;

/**
 * A store that many tasks of one process use at once. PostgreSQL gives each a connection. The embedded engine has one
 * for all, so that a task waits until the one before it has ended: else their statements would mix in one transaction.
 * While a run holds the store for longer than people wait, tasks are refused with STORE_LOCKED, as a second run is at
 * once.
 * @param patienceMilliseconds how long a task waits while a run holds the store
 */
export function storeInTurn(store: Store, patienceMilliseconds = PATIENCE_MILLISECONDS): Store {
  if (store.engine === 'postgresql') return store;
  const turn = new Turn();
  const own = new AsyncLocalStorage<true>();
  let isLocked = false;
  const take = <T>(work: () => Promise<T>): Promise<T> => turn.take(() => own.run(true, work));
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    // What a task asks for within its turn is part of it.
    if (own.getStore() === true) return work();
    return isLocked ? soon({ store, take, patienceMilliseconds }, work) : take(work);
  };
  return {
    engine: store.engine,
    address: store.address,
    session: (work) => inTurn(() => store.session(work)),
    apart: (work) => inTurn(() => store.apart(work)),
    exclusively: async (work) => {
      if (own.getStore() === true) return store.exclusively(work);
      // As on a server: a second run is refused at once, and does not begin when the first has ended.
      if (isLocked) throw busy(store);
      isLocked = true;
      try {
        return await take(() => store.exclusively(work));
      } finally {
        isLocked = false;
      }
    },
    close: () => turn.take(() => store.close()),
  };
}

interface Waiting {
  readonly store: Store;
  readonly take: <R>(work: () => Promise<R>) => Promise<R>;
  readonly patienceMilliseconds: number;
}

/** Does work in its turn, unless that does not come soon. Throws STORE_LOCKED. */
async function soon<T>({ store, take, patienceMilliseconds }: Waiting, work: () => Promise<T>): Promise<T> {
  let hasBegun = false;
  let isGivenUp = false;
  const done = take(async () => {
    if (isGivenUp) throw busy(store);
    hasBegun = true;
    return work();
  });
  const { promise: patience, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    if (hasBegun) return;
    isGivenUp = true;
    reject(busy(store));
  }, patienceMilliseconds);
  // Whoever has stopped waiting does not look at what comes of it.
  done.catch(() => undefined);
  return Promise.race([done, patience]).finally(() => clearTimeout(timer));
}

/**
 * Reads in one transaction that sees one moment and cannot write.
 * @throws Fault STORE_LOCKED if the embedded engine is at work for somebody else for longer than people wait
 */
export function readAtOnce<T>(store: Store, work: (session: Session) => Promise<T>): Promise<T> {
  return store.session(async (session) => {
    await session.begin('isolation level repeatable read read only');
    try {
      const result = await work(session);
      await session.script('commit');
      return result;
    } catch (error) {
      await session.script('rollback').catch(() => undefined);
      throw error;
    }
  });
}

function busy({ address }: Store): Fault {
  return new Fault('STORE_LOCKED', { where: address, found: 'a run is in progress' });
}
