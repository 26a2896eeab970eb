import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TIMELINE_WIDTH, textWidth, timelineLayout } from '../../src/web/orders/timeline-layout.ts';

const durationOf = (seconds: number) => `${Math.round(seconds)}s`;

const marks = fc.array(
  fc.record({
    at: fc.record({ seconds: fc.integer({ min: 0, max: 3_000_000 }), micros: fc.constant(0) }),
    label: fc.string({ minLength: 3, maxLength: 24 }),
    isLimit: fc.boolean(),
  }),
  { minLength: 1, maxLength: 16 },
);

it('labels of a timeline never cover one another, and stay within the picture', () => {
  fc.assert(
    fc.property(marks, (given) => {
      const { places, gaps, rows } = timelineLayout(given, durationOf);
      const boxes = places.flatMap(({ x, labels }) =>
        labels.map(({ text, row }) => ({ row, from: x, to: x + textWidth(text) })),
      );
      expect(boxes.length).toBe(given.length);
      for (const [index, box] of boxes.entries()) {
        expect(box.row).toBeLessThan(rows);
        expect(box.to).toBeLessThanOrEqual(TIMELINE_WIDTH);
        for (const other of boxes.slice(index + 1)) {
          const isApart = other.row !== box.row || other.from >= box.to || box.from >= other.to;
          expect(isApart).toBe(true);
        }
      }
      expect(gaps.every(({ width }) => width > 0)).toBe(true);
    }),
    { seed: 7 },
  );
});

it('distances of a timeline grow with the logarithm of the time between', () => {
  const at = (seconds: number) => ({ at: { seconds, micros: 0 }, label: 'paid', isLimit: false });
  const { gaps } = timelineLayout([at(0), at(60), at(3660), at(1_000_000)], () => '');
  const [first, second, third] = gaps.map(({ width }) => width);
  expect(first).toBeLessThan(second!);
  expect(second).toBeLessThan(third!);
  expect(third! / first!).toBeLessThan(5);
});
