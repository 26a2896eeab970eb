import { expect, it } from 'vitest';
import { adjustedBy, adjustments, prefixOf } from '../../reports/adjustments.ts';
import { REPORTS } from '../../reports/all.ts';
import { refundsDue } from '../../reports/refunds-due.ts';
import type { Report } from '../../reports/report.ts';
import { adjustedOrders } from '../../reports/restatement.ts';
import { shownReports } from '../../reports/shown-reports.ts';
import { STUCK_REASONS } from '../../reports/stuck-explanation.ts';

const WITH = shownReports({ ofStatements: true });
const WITHOUT = shownReports({ ofStatements: false });

const named = (reports: readonly Report[], name: string) => reports.find((one) => one.name === name)!;
const meaningOf = (reports: readonly Report[], report: string, column: string) =>
  named(reports, report).columns.find(({ name }) => name === column)!.meaning;

it('the fields of adjustments are described as they are in versions with statements', () => {
  const { grain } = named(WITH, 'adjustments');
  const meaning = meaningOf(WITH, 'adjustments', 'field');
  for (const whole of ['order', 'payment', 'payout', 'statement']) {
    const compared = adjustedBy(whole);
    expect(compared.whole).toBe(whole);
    expect(grain).toContain(whole);
    expect(meaning).toMatch(new RegExp(`; .*\\b${whole}\\b`));
    const prefix = prefixOf(compared);
    expect(meaning).toContain(
      `${prefix}${prefix === '' ? 'C' : ' and a c'}olumn of ${compared.report.name}.csv`,
    );
  }
  // What adjustments of orders have besides the columns of orders.csv.
  const more = adjustedOrders.report.columns.filter(
    ({ name }) => !named(WITH, 'orders').columns.some((column) => column.name === name),
  );
  expect(more.map(({ name }) => name)).toEqual([
    'owed_minor',
    'owed_amount',
    'returned_minor',
    'returned_amount',
  ]);
  expect(refundsDue.columns).toEqual(
    expect.arrayContaining(more.map(({ name }) => expect.objectContaining({ name }))),
  );
  expect(meaning).toContain('owed or returned money as in refunds-due.csv');
  expect(meaningOf(WITH, 'adjustments', 'business_date')).toContain('for payout. and statement. ');
});

it('versions without statements are described as they always were', () => {
  expect(named(WITHOUT, 'adjustments').grain).toBe(
    'value of an order or payment of a closed date that differs from its final version',
  );
  expect(meaningOf(WITHOUT, 'adjustments', 'business_date')).toBe(
    'Business date of the order; its final version does not change',
  );
  expect(meaningOf(WITHOUT, 'adjustments', 'field')).toBe(
    'Column of orders.csv, or payment. and a column of payments.csv; order or payment for a row that was added, ' +
      'removed or moved, followed by one row per value of it',
  );
});

it('the reasons of stuck orders are named in their order, that of statements only where there are some', () => {
  const reasons = Object.keys(STUCK_REASONS);
  expect(reasons[0]).toBe('paid_in_statement');
  expect(meaningOf(WITH, 'stuck-orders', 'stuck_reason')).toBe(`First that applies: ${reasons.join(', ')}`);
  expect(meaningOf(WITHOUT, 'stuck-orders', 'stuck_reason')).toBe(
    'First that applies: unknown_status, processing, no_response, accepted',
  );
});

it('no description of a version without statements names what only statements bring', () => {
  const ofStatements = REPORTS.filter((report) => report.ofStatements === true).map(
    ({ name }) => `${name}.csv`,
  );
  expect(ofStatements).toContain('payouts.csv');
  for (const { name, title, grain, columns } of WITHOUT)
    for (const text of [title, grain, ...columns.map(({ meaning }) => meaning)])
      for (const word of [...ofStatements, 'statement', 'payout'])
        expect(text.toLowerCase(), name).not.toContain(word);
});

it('a report is described in full where it is not asked of a version', () => {
  expect(named(WITH, 'adjustments')).toBe(adjustments);
});
