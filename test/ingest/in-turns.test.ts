import { expect, it } from 'vitest';
import { inTurns } from '../../src/ingest/in-turns.ts';

/** A promise, and what settles it. */
function gate() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { promise, open: resolve, fail: reject };
}

it('works on so many at once, and lets each do its last part in its turn', async () => {
  const said: string[] = [];
  const gates = [gate(), gate(), gate()];
  const all = inTurns([0, 1, 2], 2, async (item, turn) => {
    said.push(`begin ${item}`);
    await gates[item]!.promise;
    await turn();
    said.push(`end ${item}`);
    return item * 10;
  });
  gates[1]!.open();
  gates[2]!.open();
  await new Promise(setImmediate);
  expect(said).toEqual(['begin 0', 'begin 1']);
  gates[0]!.open();
  expect(await all).toEqual([0, 10, 20]);
  expect(said.filter((word) => word.startsWith('end'))).toEqual(['end 0', 'end 1', 'end 2']);
});

it('begins no more after a failure, gives those that wait their turn no turn, and throws the first error', async () => {
  const begun: number[] = [];
  const first = gate();
  let turned = 0;
  const all = inTurns([0, 1, 2, 3], 2, async (item, turn) => {
    begun.push(item);
    if (item === 0) await first.promise;
    await turn();
    turned += 1;
  });
  first.fail(new Error('first'));
  await expect(all).rejects.toThrow('first');
  expect(begun).toEqual([0, 1]);
  expect(turned).toBe(0);
});

it('waits for what had begun before it throws', async () => {
  const slow = gate();
  let ended = false;
  const all = inTurns([0, 1], 2, async (item) => {
    if (item === 0) throw new Error('first');
    await slow.promise;
    ended = true;
  });
  const failure = expect(all).rejects.toThrow('first');
  setImmediate(slow.open);
  await failure;
  expect(ended).toBe(true);
});
