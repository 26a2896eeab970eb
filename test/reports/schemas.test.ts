/** The columns that reports have in versions of each schema: a version is written again with those that it was published with. */
import { describe, expect, it } from 'vitest';
import { REPORTS } from '../../reports/all.ts';
import { SCHEMA } from '../../reports/report.ts';
import { shownReport } from '../../reports/shown-reports.ts';

const ALIKE = {
  orders: 34,
  'amount-mismatches': 19,
  'orphan-callbacks': 15,
  payments: 15,
  'daily-summary': 34,
  'payments-summary': 10,
  adjustments: 10,
  statement: 27,
  payouts: 19,
  'stuck-orders': 19,
  findings: 18,
  'rejected-records': 6,
  restatement: 6,
  'payments-restatement': 7,
  'roll-forward': 43,
  'callback-delays': 28,
  'refunds-due': 23,
  fees: 17,
  'missed-payments': 23,
  'payouts-restatement': 8,
  'statement-restatement': 7,
};

/** How many columns each report has, in the order of columns.test.ts, by schema. What is here is never changed. */
const COLUMNS_OF_SCHEMAS: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  1: ALIKE,
  2: ALIKE,
  3: ALIKE,
  4: ALIKE,
  5: ALIKE,
};

it('the newest schema is the last of these', () => {
  expect(Object.keys(COLUMNS_OF_SCHEMAS).map(Number)).toEqual(
    Array.from({ length: SCHEMA }, (_, index) => index + 1),
  );
});

it('a report may differ in several schemas, and each has its own', () => {
  const [orders] = REPORTS;
  const title = (upTo: number) => ({ upTo, title: `up to ${upTo}` });
  const report = { ...orders!, earlier: [title(2), title(4)] };
  const shown = [1, 2, 3, 4, 5].map((schema) => shownReport(report, { schema, ofStatements: true }).title);
  expect(shown).toEqual(['up to 2', 'up to 2', 'up to 4', 'up to 4', orders!.title]);
});

describe.each(Object.entries(COLUMNS_OF_SCHEMAS))('schema %s', (schema, counts) => {
  it.each(REPORTS.map((report) => [report.name, report] as const))(
    'has these columns of %s',
    (name, report) => {
      const shown = shownReport(report, { schema: Number(schema), ofStatements: true }).columns;
      const more = `raise SCHEMA in reports/report.ts, give ${name} its earlier columns, and add the schema here`;
      expect(shown.length, `A column needs a new schema: ${more}`).toBe(counts[name]);
      expect(shown.map((column) => column.name)).toEqual(
        report.columns.slice(0, counts[name]).map((column) => column.name),
      );
    },
  );
});
