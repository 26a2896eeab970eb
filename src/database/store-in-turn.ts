import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault } from '../errors.ts';
import type { Session, Store } from './store.ts';

/** Waiting for the embedded engine: how long a reader waits, in milliseconds. */
const PATIENCE_MILLISECONDS = 3_000;

/**
 * A store that many tasks of one process use at once. PostgreSQL gives each a connection. The embedded engine has one
 * for all, so that a task waits until the one before it has ended: else their statements would mix in one transaction.
 */
export function storeInTurn(store: Store): Store {
  if (store.engine === 'postgresql') return store;
  const turn = new Turn();
  const own = new AsyncLocalStorage<true>();
  let isLocked = false;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    // What a task asks for within its turn is part of it.
    if (own.getStore() === true) return work();
    return turn.take(() => own.run(true, work));
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
        return await inTurn(() => store.exclusively(work));
      } finally {
        isLocked = false;
      }
    },
    close: () => turn.take(() => store.close()),
  };
}

/**
 * Reads in one transaction that sees one moment and cannot write.
 * @throws Fault STORE_LOCKED if the embedded engine is at work for somebody else for longer than people wait
 */
export async function readAtOnce<T>(store: Store, work: (session: Session) => Promise<T>): Promise<T> {
  return patiently(store, (begin) =>
    store.session(async (session) => {
      begin();
      await session.script('begin isolation level repeatable read read only');
      try {
        const result = await work(session);
        await session.script('commit');
        return result;
      } catch (error) {
        await session.script('rollback').catch(() => undefined);
        throw error;
      }
    }),
  );
}

/**
 * Does work of its own that takes a moment, for somebody who waits for it.
 * @throws Fault STORE_LOCKED as readAtOnce does; the work is then not done
 */
export async function apartAtOnce<T>(store: Store, work: (session: Session) => Promise<T>): Promise<T> {
  return patiently(store, (begin) =>
    store.apart(async (session) => {
      begin();
      return work(session);
    }),
  );
}

/**
 * Gives up a task that has to wait for longer than people do.
 * @param start starts the task, which says when it begins, and ends there if it was given up
 */
async function patiently<T>(store: Store, start: (begin: () => void) => Promise<T>): Promise<T> {
  let isGivenUp = false;
  let hasBegun = false;
  const task = start(() => {
    if (isGivenUp) throw busy(store);
    hasBegun = true;
  });
  if (store.engine === 'postgresql') return task;
  const { promise: patience, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    if (hasBegun) return;
    isGivenUp = true;
    reject(busy(store));
  }, PATIENCE_MILLISECONDS);
  // Whoever has stopped waiting does not look at what comes of it.
  task.catch(() => undefined);
  return Promise.race([task, patience]).finally(() => clearTimeout(timer));
}

function busy({ address }: Store): Fault {
  return new Fault('STORE_LOCKED', { where: address, found: 'a run is in progress' });
}

/** One task at a time, in the order in which they ask. */
class Turn {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
