import type { Mistake } from './mistakes.ts';

/** Dates that are none, each as somebody could write it. */
export const MISTAKES_ABOUT_DATES: readonly Mistake[] = [
  ...[
    ['2026-02-30', 'yyyy-MM-dd, with a day of that month, which ends on 2026-02-28'],
    ['2026-11-31', 'yyyy-MM-dd, with a day of that month, which ends on 2026-11-30'],
    ['2026-13-01', 'yyyy-MM-dd, with a month from 01 to 12'],
    ['19/11/2026', 'yyyy-MM-dd: 2026-11-19, if the day came first'],
    ['11/19/2026', 'yyyy-MM-dd: 2026-11-19, if the month came first'],
    ['05.06.2026', 'yyyy-MM-dd: 2026-06-05, if the day came first, or 2026-05-06, if the month did'],
    ['31/02/2026', 'a date as yyyy-MM-dd'],
    ['20261119', 'yyyy-MM-dd: 2026-11-19'],
    ['2026/1/5', 'yyyy-MM-dd: 2026-01-05'],
    ['2026-11-19T00:00:00Z', 'yyyy-MM-dd: 2026-11-19'],
    ['yesterday', "a date as yyyy-MM-dd, no word; for each region's yesterday, payin-recon job run nightly"],
    ['Nov 19', 'a date as yyyy-MM-dd'],
  ].map(([date, expected]) => ({
    about: `a date written ${date}`,
    words: ['reconcile', '--date', date!],
    code: 'DATE_INVALID',
    says: ['where:    --date', `found:    ${date}\n`, `expected: ${expected}\n`],
  })),
];
