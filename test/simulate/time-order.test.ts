import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTimeOrder } from '../../src/simulate/time-order.ts';

function passThrough(capacity: number, instants: readonly number[]): number[] {
  const order = createTimeOrder(capacity);
  const out: number[] = [];
  instants.forEach((at, item) => {
    const first = order.push(at, item);
    if (first !== undefined) out.push(first);
  });
  for (let item = order.pop(); item !== undefined; item = order.pop()) out.push(item);
  return out;
}

test('what fits comes out by instant, then by item', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (instants) => {
      const expected = instants.map((_, item) => item).sort((a, b) => instants[a]! - instants[b]! || a - b);
      expect(passThrough(60, instants)).toEqual(expected);
    }),
  );
});

test('what does not fit still comes out once each', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(20), { maxLength: 60 }),
      fc.integer({ min: 1, max: 10 }),
      (instants, capacity) => {
        const out = passThrough(capacity, instants);
        expect(out.toSorted((a, b) => a - b)).toEqual(instants.map((_, item) => item));
      },
    ),
  );
});

test('an item late by less than the capacity is put in its place', () => {
  expect(passThrough(2, [10, 30, 20, 40])).toEqual([0, 2, 1, 3]);
});
