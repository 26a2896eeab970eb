/** What several rows of statements say of an order: each statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqlPart } from '../../src/database/sql-file.ts';
import { NEW_ROWS, REFUND_PARTS } from '../../src/reconcile/step-parts.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, keyed, putRows, type Row, undone } from './put-rows.ts';
import { rowsOf } from './stated-cases.ts';

const SCALED = 9;
const at = (day: number, more: Row = {}): Row => ({ stated_at: `2026-11-${day}T12:00:00Z`, ...more });

/** The rows of an order, paid payments unless they say otherwise, and what they come to. */
const CASES: Readonly<Record<string, readonly [rows: readonly Row[], shows: string]>> = {
  two: [
    [
      at(18, {
        gross_minor: 50,
        fee_minor: 2,
        net_minor: 48,
        expected_fee_minor: 3,
        settled_on: '2026-11-20',
      }),
      at(17, {
        gross_minor: 80,
        fee_minor: 4,
        net_minor: 76,
        expected_fee_minor: 5,
        settled_on: '2026-11-19',
      }),
    ],
    '2 since 17, 50-80, BRL-BRL, BRL 130 6 124 8, on 20',
  ],
  payouts: [
    [at(17, { payout_id: 'P3' }), at(19, { payout_id: 'P2' }), at(18, { payout_id: 'P1' })],
    '3 since 17, BRL-BRL, BRL, in P2',
  ],
  'at the same time': [
    [
      at(17, { payout_id: 'P1', currency: 'EGP', digest: digestOf('2') }),
      at(17, { payout_id: 'P2', digest: digestOf('3') }),
    ],
    // The digest of 2 is the greater one.
    '2 since 17, BRL-EGP, EGP, in P1',
  ],
  currencies: [
    [
      at(17, { gross_minor: 1, fee_minor: 1, net_minor: 0, expected_fee_minor: 1 }),
      at(18, { currency: 'EGP', gross_minor: 20, fee_minor: 3, net_minor: 17, expected_fee_minor: 4 }),
      at(19, { currency: null, gross_minor: 300, fee_minor: 5, net_minor: 295, expected_fee_minor: 6 }),
    ],
    '3 since 17, 1-300, BRL-EGP, EGP 20 3 17 4',
  ],
  'no currency': [[at(17, { currency: null, gross_minor: 5 })], '1 since 17, 5-5, 5'],
  'another unit': [
    [at(17, { gross_minor: 9, source_id: SCALED }), at(18, { gross_minor: 5 })],
    '2 since 17, 5-5, BRL-BRL, BRL 14',
  ],
  'paid and not': [
    [
      at(17, { gross_minor: 5, payout_id: 'P1' }),
      at(18, { gross_minor: 7, status: 'pending', currency: 'EGP', payout_id: 'P2' }),
      at(16, { gross_minor: 9, type: 'refund', currency: 'EGP', payout_id: 'P3' }),
    ],
    '1 since 17, 5-5, BRL-BRL, BRL 5, in P1',
  ],
  failed: [
    [
      at(17, { status: 'failed' }),
      at(17, { status: 'reversed' }),
      at(17, { status: 'pending' }),
      at(17, { status: 'failed', type: 'refund' }),
    ],
    '0, failed 2',
  ],
  'another fee': [[at(17), at(18, { fee_differs: true })], '2 since 17, BRL-BRL, BRL, other fee'],
  'another net amount': [
    [
      at(17, { gross_minor: 10, fee_minor: 1, net_minor: 9 }),
      at(18, { gross_minor: 10, fee_minor: 1, net_minor: 8 }),
    ],
    '2 since 17, 10-10, BRL-BRL, BRL 20 2 17, other net',
  ],
  'a pending net amount': [[at(17, { gross_minor: 10, fee_minor: 1, net_minor: 8, status: 'pending' })], '0'],
};

const SHOWN = sql`concat_ws(', ',
  concat_ws(' since ', paid_rows, to_char(stated_since, 'DD')), compared_low || '-' || compared_high,
  currency_low || '-' || currency_high,
  nullif(concat_ws(' ', stated_currency, stated_minor, fee_minor, net_minor, expected_fee_minor), ''),
  'on ' || to_char(settled_on, 'DD'), 'in ' || payout_id, 'failed ' || nullif(failed_rows, 0),
  case when fee_differs then 'other fee' end, case when net_differs then 'other net' end)`;

onEngines('rows of statements', (engine) => {
  it('say of their order what they come to, in the currency of the latest', async () => {
    const rows = Object.entries(CASES).flatMap(([name, [all]]) =>
      all.map((row, index) => ({
        ...{
          order_no: name,
          owner_order_no: name,
          owner_merchant_id: 'M1',
          digest: digestOf(`${name} ${index}`),
        },
        ...{ type: 'payment', status: 'paid', currency: 'BRL', is_only: false, ...row },
      })),
    );
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'work_new_rows', rows);
      await sqlPart('reconcile/choose/stated_by_order.sql', { ...NEW_ROWS, scaled: [SCALED] }).execute(
        session.db,
      );
      return rowsOf<readonly [string, string]>(
        session,
        'work_stated',
        sql`jsonb_build_array(order_no, ${SHOWN})`,
      );
    });
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(CASES).map(([name, [, shows]]) => [name, shows])),
    );
  });

  it('return what their refunds and chargebacks come to, in each currency', async () => {
    const of = (name: string, owner_order_no: string, row: Row) => ({
      ...keyed(name, { type: 'refund', status: 'paid', currency: 'BRL', ...at(17), ...row }),
      ...{ owner_order_no, owner_merchant_id: 'M1' },
    });
    const rows = [
      of('1', 'A', { gross_minor: 10 }),
      of('2', 'A', { gross_minor: 20, ...at(18) }),
      of('1', 'B', { gross_minor: 40, digest: digestOf('of the same number') }),
      of('3', 'A', { type: 'chargeback', currency: 'EGP', gross_minor: 5 }),
      of('4', 'A', { currency: null, gross_minor: 7 }),
      of('5', 'A', { status: 'pending', gross_minor: 100 }),
      of('6', 'A', { type: 'payment', gross_minor: 100 }),
      of('7', 'C', { net_minor: -20, fee_minor: 2 }),
      of('8', 'D', { net_minor: -20 }),
      of('9', 'D', { net_minor: -1, fee_minor: 5 }),
      of('10', 'D', { fee_minor: 5 }),
      of('11', 'A', { gross_minor: 100, source_id: 9 }),
      of('12', 'FEE', { gross_minor: 0, fee_minor: -110, net_minor: 110 }),
      of('13', 'BOTH', { fee_minor: -10, net_minor: -190 }),
      of('14', 'PART', { type: 'chargeback', fee_minor: -10, net_minor: 5 }),
      of('15', 'MORE', { fee_minor: -10, net_minor: 30 }),
      of('16', 'MORE', { gross_minor: 3 }),
      of('17', 'UNSIGNED', { fee_minor: 10, net_minor: 210 }),
      of('18', 'UNSIGNED', { fee_minor: 0, net_minor: 20 }),
      of('19', 'UNKNOWN', { fee_minor: -5 }),
      of('20', 'ZERO', { gross_minor: 0, fee_minor: 10, net_minor: -210 }),
      of('21', 'GROSS', { gross_minor: 50, fee_minor: 5, net_minor: -20 }),
    ];
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'work_rows', rows);
      await putRows(session, 'work_owners', rows);
      await sqlPart('reconcile/choose/refunds.sql', { ...REFUND_PARTS, scaled: [8, 9] }).execute(session.db);
      return rowsOf(
        session,
        'work_refunds',
        sql`concat_ws(' ', order_no, currency, minor, to_char(latest_at, 'DD'))`,
      );
    });
    expect(found).toEqual([
      'A 7 17',
      'A BRL 30 18',
      'A EGP 5 17',
      'B BRL 40 17',
      'BOTH BRL 200 17',
      'C BRL 18 17',
      'D BRL 20 17',
      'FEE BRL 0 17',
      'GROSS BRL 50 17',
      'MORE BRL 3 17',
      'PART BRL 5 17',
      'UNKNOWN BRL 17',
      'UNSIGNED BRL 220 17',
      'ZERO BRL 200 17',
    ]);
  });
});
