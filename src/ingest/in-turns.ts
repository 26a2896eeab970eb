/** Resolves once everything before an item is done; rejects if some of it failed. */
export type Turn = () => Promise<void>;

/**
 * Works on several items at the same time; each does its last part in its turn, so that the outcome is the same as
 * one after the other. After a failure no more items are started, and the error of the first one in order is thrown
 * once all started items have ended.
 * @param atOnce how many at the same time
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, turn: Turn, place: number) => Promise<Result>,
): Promise<Result[]> {
  const begun: Promise<Result>[] = [];
  const open = new Set<Promise<unknown>>();
  let before: Promise<unknown> = Promise.resolve();
  let failed = false;
  for (const [place, item] of items.entries()) {
    while (open.size >= atOnce) await Promise.race(open);
    if (failed) break;
    const previous = before;
    const done = work(
      item,
      async () => {
        await previous;
      },
      place,
    );
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
