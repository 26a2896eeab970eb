import type { Store } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { checkAborted } from './abort.ts';

/** How long a call waits while the reader of a loop does not ask for the next row. */
const PATIENCE_MILLISECONDS = 3_000;
const LOOK_MILLISECONDS = 50;

/**
 * Does the work of a call on a store that other calls use at the same time. PostgreSQL gives each a connection. The embedded
 * engine has one for all, so that a call waits until the one before it has ended: else their statements would mix in one
 * transaction. A loop over rows is a call too. A call that waits for it from within would wait for ever, so that it is
 * refused once the loop has not asked for a row for a while.
 * @throws Fault STORE_LOCKED; ARGUMENT_INVALID if the store is closed
 */
export async function onShared<T>(
  store: Store,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  checkOpen(store);
  try {
    if (store.engine === 'postgresql') return await work();
    const turns = turnsOf(store);
    return await turns.take(work, () => {
      checkAborted(signal);
      if (turns.isForgotten) throw locked(store);
    });
  } catch (error) {
    if (error instanceof Fault) throw error;
    checkOpen(store, error);
    throw error;
  }
}

/** Whether calls on this store take turns. */
export function takesTurns(store: Store | undefined): boolean {
  return store?.engine === 'embedded';
}

/** Gives rows to the reader of a loop; while they wait for him, other calls fail with an error that says so. */
export function lending<T>(
  store: Store | undefined,
  give: (item: T) => Promise<void>,
): (item: T) => Promise<void> {
  if (store === undefined || !takesTurns(store)) return give;
  return (item) => turnsOf(store).lend(() => give(item));
}

/** A store that can be closed more than once. */
export function closable(store: Store): Store {
  let closing: Promise<void> | undefined;
  const own: Store = {
    ...store,
    close: () => {
      closed.add(own);
      closing ??= store.close();
      return closing;
    },
  };
  return own;
}

const closed = new WeakSet<Store>();

function checkOpen(store: Store, cause?: unknown): void {
  if (!closed.has(store)) return;
  const expected = 'a store from openStore that is still open';
  throw new Fault('ARGUMENT_INVALID', { where: 'store', found: 'a store that was closed', expected, cause });
}

function locked({ address }: Store): Fault {
  return new Fault('STORE_LOCKED', {
    where: address,
    found: 'a loop over rows of this store',
    remedy: 'End that loop first: collect what you need of its rows, and make this call after it.',
  });
}

const turns = new WeakMap<Store, Turns>();

function turnsOf(store: Store): Turns {
  const found = turns.get(store) ?? new Turns();
  turns.set(store, found);
  return found;
}

/** One call at a time, in the order in which they ask. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #lentAt: number | undefined;

  /** Whether a row has waited for the reader of a loop for a while. */
  get isForgotten(): boolean {
    return this.#lentAt !== undefined && performance.now() - this.#lentAt >= PATIENCE_MILLISECONDS;
  }

  async lend(give: () => Promise<void>): Promise<void> {
    this.#lentAt = performance.now();
    try {
      await give();
    } finally {
      this.#lentAt = undefined;
    }
  }

  /** @param check throws when there is no sense in waiting any longer */
  async take<T>(work: () => Promise<T>, check: () => void): Promise<T> {
    const before = this.#last;
    const { promise: mine, resolve: end } = Promise.withResolvers<void>();
    this.#last = before.then(() => mine);
    try {
      await until(before, check);
      return await work();
    } finally {
      end();
    }
  }
}

async function until(before: Promise<unknown>, check: () => void): Promise<void> {
  const { promise: refused, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    try {
      check();
    } catch (error) {
      reject(error);
    }
  }, LOOK_MILLISECONDS);
  try {
    await Promise.race([before, refused]);
  } finally {
    clearInterval(timer);
  }
}
