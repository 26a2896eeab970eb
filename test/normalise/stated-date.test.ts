import { describe, expect, it } from 'vitest';
import { instantOfText } from '../../src/normalise/instant.ts';
import { FIRST_DATE, LAST_DATE } from '../../src/normalise/local-date.ts';
import { dateInstant, readDate } from '../../src/normalise/stated-date.ts';

describe('a date of a statement', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
    ['2026-11-20T23:59:59-03:00', '2026-11-20'],
    ['2026-11-20 00:00:00', '2026-11-20'],
    ['2026-02-29', undefined],
    ['0000-01-01', undefined],
    ['0001-01-01', undefined],
    ['0001-01-01T00:00:00Z', undefined],
    ['0001-01-02', '0001-01-02'],
    ['9999-12-31', undefined],
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
    for (const date of [FIRST_DATE, LAST_DATE])
      expect(dateInstant(readDate(date))).toEqual(instantOfText(`${date}T00:00:00Z`));
  });
});
