/** Resolves once everything before an item is done; rejects if some of it failed. */
export type Turn = () => Promise<void>;

/**
 * Works on several items at once, each of which does its last part in its turn: what that leaves behind is the same as if
 * they had been done one after the other. After a failure no more are begun, and the error of the first in their order is
 * thrown once all that had begun have ended.
 * @param atOnce how many
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, turn: Turn) => Promise<Result>,
): Promise<Result[]> {
  const begun: Promise<Result>[] = [];
  const open = new Set<Promise<unknown>>();
  let before: Promise<unknown> = Promise.resolve();
  let failed = false;
  for (const item of items) {
    while (open.size >= atOnce) await Promise.race(open);
    if (failed) break;
    const previous = before;
    const done = work(item, async () => {
      await previous;
    });
    begun.push(done);
    before = Promise.all([previous, done]);
    before.catch(() => {
      failed = true;
    });
    const end = () => {
      open.delete(settled);
    };
    const settled: Promise<void> = done.then(end, end);
    open.add(settled);
  }
  await Promise.allSettled(begun);
  return Promise.all(begun);
}
