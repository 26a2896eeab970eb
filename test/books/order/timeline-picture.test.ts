import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  durationText,
  LONGEST_LABEL,
  type Mark,
  MOST_INSTANTS,
  PICTURE_WIDTH,
  timelinePicture,
} from '../../../src/books/order/timeline-picture.ts';
import type { Instant } from '../../../src/normalise/instant.ts';

const START = Date.UTC(2026, 10, 19, 13, 5) / 1000;
const DAY = 86_400;

const at = (seconds: number, micros = 0): Instant => ({ seconds: START + seconds, micros });
const marks = (...named: Array<[number, string]>): Mark[] =>
  named.map(([seconds, label]) => ({ at: at(seconds), label }));

describe('the picture of a line of time', () => {
  it('shows an ordinary day: seconds and a day on one line, what has not come yet dotted', () => {
    const usual = marks(
      [0, 'requested'],
      [60, 'paid'],
      [62, 'callback'],
      [3600, 'expiry'],
      [4500, 'deadline'],
    );
    expect(`\n${timelinePicture([...usual, { at: at(DAY), label: 'as-of' }], at(DAY))}\n`).toBe(`
requested
|        paid   callback          expiry       deadline              as-of
o---1m---o--2s--o-----58m58s------o----15m-----o-------22h45m--------o
2026-11-19T13:05:00Z                              2026-11-20T13:05:00Z
`);
    expect(`\n${timelinePicture([...usual.slice(0, 1), ...usual.slice(3)], at(0))}\n`).toBe(`
requested                           expiry                           deadline
o................1h.................o..............15m...............o
2026-11-19T13:05:00Z                              2026-11-19T14:20:00Z
`);
  });

  it('shows what is over within a second', () => {
    const quick = [
      { at: at(0), label: 'requested' },
      { at: at(0, 300_000), label: 'paid' },
      { at: at(0, 300_001), label: 'callback' },
    ];
    expect(`\n${timelinePicture(quick)}\n`).toBe(`
requested                            paid                            callback
o----------------<1s-----------------o--------------<1s--------------o
2026-11-19T13:05:00Z                              2026-11-19T13:05:00Z
`);
  });

  it('shows weeks beside seconds, and moments that are one above each other', () => {
    const long = marks([0, 'requested'], [5, 'callback'], [5, 'as-of'], [40 * DAY, 'given up']);
    expect(`\n${timelinePicture(long, at(5))}\n`).toBe(`
           as-of
requested  callback                                                  given up
o----5s----o.........................39d23h..........................o
2026-11-19T13:05:00Z                              2026-12-29T13:05:00Z
`);
  });

  it('shows a single moment, and nothing of nothing', () => {
    expect(timelinePicture(marks([0, 'requested']))).toBe('requested\no\n2026-11-19T13:05:00Z');
    expect(timelinePicture([])).toBe('');
  });

  const instant = fc.record({
    // Seconds apart, or decades.
    seconds: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -1e9, max: 1e9 })),
    micros: fc.constantFrom(0, 1, 999_999),
  });
  const anyMarks = fc
    .array(fc.tuple(instant, fc.integer({ min: 1, max: LONGEST_LABEL })), {
      minLength: 1,
      maxLength: MOST_INSTANTS,
    })
    .map((all) =>
      // Labels that are told from each other, strokes and durations, wherever they stand.
      all.map(([offset, length], index) => ({
        at: at(offset.seconds, offset.micros),
        label: String.fromCharCode(65 + index).repeat(length),
      })),
    );

  it('has every label whole, in the order of time, above its own mark, on plain lines that fit', () => {
    fc.assert(
      fc.property(anyMarks, (all) => {
        const lines = timelinePicture(all).split('\n');
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(PICTURE_WIDTH);
          expect(line).toMatch(/^[\x20-\x7e]*$/);
        }
        const axis = lines.at(-2)!;
        const columnOf = ({ label }: Mark) => {
          const rows = lines.filter((line) => line.includes(label));
          expect(rows, label).toHaveLength(1);
          return rows[0]!.indexOf(label);
        };
        const micros = ({ at: { seconds, micros: rest } }: Mark) => seconds * 1e6 + rest;
        for (const mark of all) {
          expect(axis[columnOf(mark)]).toBe('o');
          for (const other of all) {
            expect(Math.sign(columnOf(mark) - columnOf(other))).toBe(
              Math.sign(micros(mark) - micros(other)) + 0,
            );
          }
        }
        expect(axis.match(/o/g)).toHaveLength(new Set(all.map(micros)).size);
      }),
      { numRuns: 300 },
    );
  });

  it('leads a stem from every label down to the line', () => {
    fc.assert(
      fc.property(anyMarks, (all) => {
        const lines = timelinePicture(all).split('\n').slice(0, -2);
        for (const { label } of all) {
          const row = lines.findIndex((line) => line.includes(label));
          const column = lines[row]!.indexOf(label);
          for (const below of lines.slice(row + 1)) {
            // A stem, or the first letter of a label of the same moment.
            expect(below[column]).toMatch(/[|A-Z]/);
            expect(below[column - 1] === below[column] && below[column] !== '|').toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

it.each([
  [0, '<1s'],
  [0.9, '<1s'],
  [58, '58s'],
  [62, '1m02s'],
  [900, '15m'],
  [3600, '1h'],
  [3659, '1h'],
  [4500, '1h15m'],
  [9 * DAY + 4 * 3600 + 59, '9d04h'],
  [400 * DAY, '400d'],
])('a stretch of %s s is told as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
