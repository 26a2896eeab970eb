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
    ['31/02/2026', 'a date as yyyy-MM-dd, yesterday or today'],
    ['20261119', 'yyyy-MM-dd: 2026-11-19'],
    ['2026/1/5', 'yyyy-MM-dd: 2026-01-05'],
    ['2026-11-19T00:00:00Z', 'yyyy-MM-dd: 2026-11-19'],
    ['tomorrow', 'a date as yyyy-MM-dd, yesterday or today'],
    ['Nov 19', 'a date as yyyy-MM-dd, yesterday or today'],
  ].map(([date, expected]) => ({
    about: `a date written ${date}`,
    words: ['reconcile', '--date', date!],
    code: 'DATE_INVALID',
    says: ['where:    --date', `found:    ${date}\n`, `expected: ${expected}\n`],
  })),
  ...[
    ['reconcile', '--date', '0001-01-01'],
    ['reconcile', '--date', '9999-12-31'],
    ['report', 'orders', '--from', '2024-11-01', '--to', '9999-12-31'],
    ['reconcile', '--month', '0001-01'],
  ].map((words) => ({
    about: `a date next to which there may be none: ${words.slice(1).join(' ')}`,
    words,
    code: 'DATE_INVALID',
    says: [`found:    ${words.at(-1)}\n`, 'expected: a date from 0001-01-02 to 9999-12-30\n'],
  })),
  ...[
    ['report', 'orders', '--date', '2999-01-01'],
    ['total', '--month', '2999-01'],
    ['job', 'run', 'nightly', '--date', '2999-01-01'],
    ['purge', '--before', '2999-01-01', '--by', 'ana'],
  ].map((words) => ({
    about: `a date that has not begun, of ${words[0]}, which has no --as-of`,
    words,
    code: 'DATE_IN_FUTURE',
    says: ['found:    2999-01-01', 'to do:    Give a date that has begun.\n'],
  })),
  {
    about: 'a date that has not begun, of what-if',
    words: ['what-if', '--set', 'graceSeconds=1', '--date', '2999-01-01'],
    code: 'DATE_IN_FUTURE',
    says: ['to do:    Give a date that has begun, or a later --as-of.\n'],
  },
  {
    about: 'a month that is none',
    words: ['report', 'orders', '--month', '11/2026'],
    code: 'DATE_INVALID',
    says: ['where:    --month', 'found:    11/2026\n', 'expected: yyyy-MM: 2026-11\n'],
  },
  {
    about: 'a month past December',
    words: ['reconcile', '--month', '2026-13'],
    code: 'DATE_INVALID',
    says: [
      'where:    --month',
      'found:    2026-13\n',
      'to do:    Give a month as yyyy-MM, for example 2026-11.\n',
    ],
  },
  {
    about: 'a version that cannot be',
    words: ['report', 'orders', '--date', '2024-11-19', '--version', '0'],
    says: ['where:    --version', 'found:    0\n', 'expected: the number of a version: 1, 2, …\n'],
  },
  {
    about: 'an age of findings of another form',
    words: ['findings', 'list', '--bucket', '1-2'],
    says: ['where:    --bucket', 'found:    1-2', 'expected: <1, 1-3, 3-7, 7-30, >30, 0-1, 30+\n'],
  },
  {
    about: 'the last days by another unit',
    words: ['verify', '--last', '2months'],
    says: ['where:    --last', 'found:    2months', 'expected: a number of days or weeks: 7d, 4w'],
  },
  {
    about: 'findings of dates of which the last is before the first',
    words: ['findings', 'list', '--from', '2024-12-01', '--to', '2024-11-01'],
    says: ['where:    --from, --to\n', 'found:    2024-12-01 to 2024-11-01\n'],
  },
  {
    about: 'a month beside the last days',
    words: ['findings', 'list', '--month', '2024-11', '--last', '7d'],
    says: ['mutually exclusive'],
  },
];
