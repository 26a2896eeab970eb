import type { DayCount } from './table-cell.ts';

const DAY_MILLISECONDS = 86_400_000;
const FIRST: Readonly<Record<DayCount, number>> = {
  // Workbooks take 1900 for a leap year: from 1900-03-01 on, day 0 is 1899-12-30.
  '1900': Date.UTC(1899, 11, 30),
  '1904': Date.UTC(1904, 0, 1),
};
/** Days before 1900-03-01, which programs count in different ways. */
const FIRST_DAY = 61;
/** 10000-01-01: a larger number is no count of days. */
const END = Date.UTC(10_000, 0, 1);

/**
 * A local time as a workbook stores it: a count of days, to the millisecond.
 * @returns the time as a log writes it; undefined for a number that is no time
 * @example serialTime('46345.4201388889', '1900') === '2026-11-19T10:05:00'
 */
export function serialTime(text: string, from: DayCount): string | undefined {
  const days = Number(text);
  if (!(days >= (from === '1900' ? FIRST_DAY : 0))) return undefined;
  const whole = Math.floor(days);
  const milliseconds = FIRST[from] + whole * DAY_MILLISECONDS + Math.round((days - whole) * DAY_MILLISECONDS);
  if (!(milliseconds < END)) return undefined;
  return new Date(milliseconds).toISOString().replace(/(?:\.000)?Z$/, '');
}
