/**
 * The names of all reports, in the order in which they are listed. Reports need the database, which needs the settings, so
 * settings cannot ask them; test/settings/references.test.ts compares both lists.
 */
export const KNOWN_REPORTS: readonly string[] = [
  'orders',
  'amount-mismatches',
  'orphan-callbacks',
  'payments',
  'daily-summary',
  'payments-summary',
  'adjustments',
  'statement',
  'payouts',
  'stuck-orders',
  'findings',
  'rejected-records',
  'restatement',
  'payments-restatement',
  'roll-forward',
  'callback-delays',
  'refunds-due',
  'fees',
  'missed-payments',
  'payouts-restatement',
  'statement-restatement',
];
