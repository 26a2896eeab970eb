import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPORTS } from '../../reports/all.ts';

/** Other people's scripts read these by name and by place: the list only ever grows at its end. */
const COLUMNS: Readonly<Record<string, string>> = {
  orders: `business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method, currency,
    requested_minor, requested_amount, paid_currency, paid_minor, paid_amount, difference_minor,
    difference_amount, outcome, findings, requested_at_utc, requested_at_local, paid_at_utc, paid_at_local,
    offset_source, received_at_utc, deadline_at_utc, payments, account_no, stated_minor, stated_amount,
    fee_minor, fee_amount, net_minor, net_amount, settled_on, payout_id`,
  'amount-mismatches': `business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method,
    requested_currency, requested_minor, requested_amount, paid_currency, paid_minor, paid_amount,
    difference_minor, difference_amount, reason, requested_text, paid_text, paid_at_utc`,
  'orphan-callbacks': `business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method,
    status, currency, paid_minor, paid_amount, completed_at_utc, received_at_utc, source, line`,
  payments: `paid_date, business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method,
    currency, paid_minor, paid_amount, paid_at_utc, paid_at_local, received_at_utc, outcome`,
  'daily-summary': `business_date, region, merchant_id, sub_merchant_id, payment_method, currency, orders,
    requested_minor, requested_amount, paid_orders, paid_minor, paid_amount, difference_minor,
    difference_amount, other_currency, unreadable, matched, mismatch, reversed, stuck, pending, expired,
    rejected, failed, orphan, stated_minor, stated_amount, fee_minor, fee_amount, net_minor, net_amount,
    stated_orders, only_in_statement, not_in_statement`,
  'payments-summary': `paid_date, region, merchant_id, sub_merchant_id, payment_method, currency, payments,
    paid_minor, paid_amount, unreadable`,
  adjustments: `known_date, business_date, region, merchant_id, order_no, field, previous, current, known_at_utc`,
  statement: `date, region, merchant_id, sub_merchant_id, order_no, trade_no, row_id, type, status, payment_method,
    currency, gross_minor, gross_amount, fee_minor, fee_amount, net_minor, net_amount, expected_fee_minor,
    expected_fee_amount, completed_at_utc, completed_at_local, settled_on, payout_id, matched, findings, source, line`,
  payouts: `settled_on, region, payout_id, currency, rows, gross_minor, gross_amount, fee_minor, fee_amount,
    refunds_minor, refunds_amount, net_minor, net_amount, bank_minor, bank_amount, difference_minor,
    difference_amount, booked_on, bank_reference`,
  'stuck-orders': `business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method,
    currency, requested_minor, requested_amount, stuck_reason, response_code, response_status,
    requested_at_utc, requested_at_local, expires_at_utc, deadline_at_utc, overdue_seconds, explanation`,
  findings: `code, severity, business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, expected,
    actual, explanation, first_seen_at_utc, age_days`,
  'rejected-records': 'source, line, reason, detail, remedy, read_at_utc',
  restatement: 'business_date, merchant_id, order_no, field, previous, current',
  'payments-restatement': 'paid_date, merchant_id, order_no, trade_no, field, previous, current',
  'roll-forward': `date, region, currency, opening_orders, opening_minor, opening_amount, requested_orders,
    requested_minor, requested_amount, paid_orders, paid_minor, paid_amount, rejected_orders, rejected_minor,
    rejected_amount, failed_orders, failed_minor, failed_amount, expired_orders, expired_minor, expired_amount,
    reversed_orders, reversed_minor, reversed_amount, closing_orders, closing_minor, closing_amount,
    opening_unreadable, requested_unreadable, paid_unreadable, rejected_unreadable, failed_unreadable,
    expired_unreadable, reversed_unreadable, closing_unreadable, owed_opening_minor, owed_opening_amount,
    owed_new_minor, owed_new_amount, owed_returned_minor, owed_returned_amount, owed_closing_minor,
    owed_closing_amount`,
  'callback-delays': `paid_date, region, payment_method, hour, payment_count, payment_median_seconds,
    payment_p95_seconds, payment_p99_seconds, payment_late, payment_late_percent, callback_count,
    callback_median_seconds, callback_p95_seconds, callback_p99_seconds, callback_late, callback_late_percent,
    before_payment_count, before_payment_median_seconds, before_payment_p95_seconds, before_payment_p99_seconds,
    before_payment_late, before_payment_late_percent, before_callback_count, before_callback_median_seconds,
    before_callback_p95_seconds, before_callback_p99_seconds, before_callback_late, before_callback_late_percent`,
  'refunds-due': `business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method, currency,
    requested_minor, requested_amount, paid_minor, paid_amount, owed_minor, owed_amount, returned_minor,
    returned_amount, left_minor, left_amount, findings, paid_at_utc, first_seen_at_utc, age_days, age_bucket`,
  fees: `month, region, merchant_id, payment_method, currency, rows, gross_minor, gross_amount, charged_minor,
    charged_amount, expected_minor, expected_amount, difference_minor, difference_amount, rows_without_tariff,
    other_fees_minor, other_fees_amount`,
  'missed-payments': `business_date, region, merchant_id, sub_merchant_id, order_no, trade_no, payment_method, currency,
    requested_minor, requested_amount, stated_minor, stated_amount, fee_minor, fee_amount, net_minor, net_amount,
    completed_at_utc, completed_at_local, settled_on, payout_id, first_seen_at_utc, age_days, outcome`,
  'payouts-restatement': 'date, payout_id, currency, bank_digest, bank_reference, field, previous, current',
  'statement-restatement': 'date, merchant_id, order_no, row_id, field, previous, current',
};

/** A capital letter, a figure or a name in capitals; a full stop is set where it is shown. */
const SENTENCE_BEGIN = /^[A-Z0-9].*[^.\s]$/;

const FACTS = [
  'orders',
  'amount-mismatches',
  'orphan-callbacks',
  'payments',
  'daily-summary',
  'payments-summary',
  'adjustments',
  'statement',
  'payouts',
];

it('the reports are these', () => {
  expect(REPORTS.map(({ name }) => name)).toEqual(Object.keys(COLUMNS));
});

it('the facts, of which a version is made, are orders, what is derived of them, payments and the summaries', () => {
  expect(REPORTS.filter(({ fact }) => fact).map(({ name }) => name)).toEqual(FACTS);
});

describe.each(REPORTS)('the columns of $name', ({ name, title, columns }) => {
  it('come in the promised order; more may follow', () => {
    const promised = COLUMNS[name]!.split(',').map((column) => column.trim());
    expect(columns.slice(0, promised.length).map((column) => column.name)).toEqual(promised);
  });

  it('have each local time beside the same in UTC: where Excel shows no offset, the difference is it', () => {
    const names = columns.map((column) => column.name);
    for (const [index, local] of names.entries()) {
      if (local.endsWith('_local')) expect(names[index - 1]).toBe(local.replace(/_local$/, '_utc'));
    }
  });

  it('have a name of their own and say what they mean', () => {
    expect(title).toMatch(SENTENCE_BEGIN);
    expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length);
    for (const { name: column, meaning } of columns) {
      expect(meaning, column).toMatch(SENTENCE_BEGIN);
      // A meaning that only spells the name out says nothing.
      const words = meaning.toLowerCase().match(/[a-z]+/g)!;
      expect(
        words.filter((word) => !column.split('_').includes(word)),
        column,
      ).not.toEqual([]);
    }
    expect(new Set(columns.map(({ meaning }) => meaning)).size, 'two columns of one meaning').toBe(
      columns.length,
    );
  });

  it('are of the kind that their name ends with', () => {
    for (const column of columns) {
      const ending = /_(minor|amount|utc|local|percent)$/.exec(column.name)?.[1];
      if (ending !== undefined) expect(column.kind, column.name).toBe(ending);
      else expect(['text', 'date', 'count', 'cell'], column.name).toContain(column.kind);
      if (column.name.endsWith('_date')) expect(column.kind).toBe('date');
    }
  });

  it('show every money in minor units and beside it in major units of its currency', () => {
    for (const [index, { name: column, kind }] of columns.entries()) {
      if (kind !== 'minor') continue;
      expect(columns[index + 1]).toMatchObject({
        name: column.replace(/_minor$/, '_amount'),
        kind: 'amount',
        from: column,
        currency: expect.stringMatching(/currency$/),
      });
    }
  });

  it('show every local time beside the same time in UTC, by the zone of the region', () => {
    for (const [index, { name: column, kind, from }] of columns.entries()) {
      if (kind !== 'local') continue;
      expect(columns[index - 1]).toMatchObject({
        name: column.replace(/_local$/, '_utc'),
        kind: 'utc',
        from,
      });
      expect(columns[index]).toMatchObject({ region: 'region' });
    }
  });
});

describe('docs/reference/reports.md', () => {
  const page = readFileSync(new URL('../../docs/reference/reports.md', import.meta.url), 'utf8');

  it.each(REPORTS)('explains every column of $name, below a sentence that says what a row is', (report) => {
    const [, heading, text] = new RegExp(`^## ${report.name}\\.csv\\n\\n(.*)\\n\\n([^#]*)`, 'm').exec(page)!;
    expect(heading).toMatch(/^[A-Z][^.]*\. One row per [^.]+\. This report is a (fact|state)\.$/);
    for (const { name, meaning } of report.columns) {
      const row = text!.split('\n').find((line) => line.startsWith(`| \`${name}\` | `));
      expect(row, name).toContain(` | ${meaning} |`);
    }
  });

  it.each(REPORTS)('has a sentence in good English for a row of $name', ({ grain }) => {
    // It follows "One row per": a noun without article or number, and no full stop.
    expect(grain).toMatch(/^(?!(one|an?|the|each|every|per)\b)[A-Za-z].*[a-z0-9_)A-Z]$/);
    expect(grain).not.toMatch(/\bone\b|\bper\b|\. /);
  });
});
