import { describe, expect, it } from 'vitest';
import { dateInstant, readDate } from '../../src/normalise/stated-date.ts';

describe('a date of a statement', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
    ['2026-11-20T23:59:59-03:00', '2026-11-20'],
    ['2026-11-20 00:00:00', '2026-11-20'],
    ['2026-02-29', undefined],
    ['0000-01-01', undefined],
    ['2026-11-20T24:00:00', undefined],
    ['2026-11-2', undefined],
    ['x2026-11-20', undefined],
    ['2026-11-20x', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s', (text, date) => {
    expect(readDate(text)).toBe(date);
  });

  it('begins at midnight in UTC, wherever it is of', () => {
    expect(dateInstant('1970-01-02')).toEqual({ seconds: 86_400, micros: 0 });
    expect(dateInstant(undefined)).toBeUndefined();
  });
});
