/** What a run says of a row of a statement: the statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqlPart } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { NEW_ROWS } from '../../src/reconcile/step-parts.ts';
import { onEngines } from '../support/engines.ts';
import { keyed, putRows, type Row, undone } from './put-rows.ts';
import { rowsOf } from './stated-cases.ts';

const AS_OF = '2026-11-20T12:00:00Z';
const SCALED = 9;
const RUN = {
  ...{ run: 7, as_of: AS_OF, statement_grace_seconds: 3600, scaled: [SCALED] },
  ...{ regions: ['BR', 'EG'], zones: ['America/Sao_Paulo', 'Africa/Cairo'] },
  ...{ tolerance_currencies: ['BRL'], tolerances: [2] },
};

/** A row of a paid payment of 100 less 3, its order with one payment of 100, and what the row is said to be. */
interface Case {
  readonly row?: Row;
  /** Null: no order. */
  readonly order?: Row | null;
  /** Payments of an order that has several, and what else of these payments statements say. */
  readonly payments?: readonly Row[];
  readonly others?: readonly Row[];
  readonly stated?: Row;
  readonly shows: string;
}

const SEVERAL = { payments: 2, paid_currency: null, paid_minor: null };
const ONE = { trade_no: 'T', currency: 'BRL', paid_minor: 100 };
const PLAIN = '18 BR M1';
const [PAYMENT, ORDER] = [`payment ${PLAIN}`, `order ${PLAIN}`];
const of = (code: string) => ({ order: { findings: `STUCK ${code} LATE` } });
const UNSTATED = of('PAID_IN_STATEMENT_ONLY');
const EXCEEDS = of('REFUND_EXCEEDS_PAYMENT');

const CASES: Readonly<Record<string, Case>> = {
  plain: { shows: PAYMENT },
  'without an order': { order: null, shows: `none ${PLAIN}` },
  'of an order that has changed': { order: { until_run: 7 }, shows: `none ${PLAIN}` },
  'of another merchant': { row: { owner_merchant_id: 'M2' }, shows: `none ${PLAIN}` },
  'of an order without payment': { order: { payments: 0 }, shows: ORDER },
  'of one of several payments': { order: SEVERAL, payments: [ONE], shows: PAYMENT },
  'of none of several payments': { order: SEVERAL, payments: [{ ...ONE, trade_no: 'U' }], shows: ORDER },
  'of one that was a payment': { order: SEVERAL, payments: [{ ...ONE, until_run: 5 }], shows: ORDER },
  'a refund': { row: { type: 'refund' }, shows: ORDER },
  'in the region of its order': { order: { region: 'EG' }, shows: 'payment 19 EG M1' },
  'in a region of nobody': { order: { region: 'MX' }, shows: 'payment 19 MX M1' },
  'in its region': { row: { region: 'EG' }, order: null, shows: 'none 19 EG M1' },
  'with its settlement alone': {
    row: { completed_at: null, settled_on: '2026-11-21' },
    shows: 'payment 21 BR M1',
  },
  'with its settlement too': { row: { settled_on: '2026-11-21' }, shows: PAYMENT },
  'with sub-merchants': {
    ...{ row: { sub_merchant_id: 'ROWS' }, order: { sub_merchant_id: 'ORDERS' } },
    shows: `payment ${PLAIN} ORDERS`,
  },
  'with its sub-merchant': { row: { sub_merchant_id: 'ROWS' }, shows: `payment ${PLAIN} ROWS` },
  'with methods': {
    ...{ row: { payment_method: 'PIX' }, order: { payment_method: 'CARD' } },
    shows: `payment ${PLAIN} PIX`,
  },
  'with the method of its order': { order: { payment_method: 'CARD' }, shows: `payment ${PLAIN} CARD` },
  'with its merchant': {
    ...{ row: { merchant_id: 'M2', owner_order_no: '' }, order: null },
    shows: 'none 18 BR M2',
  },
  'with the merchant of its order': { row: { merchant_id: '' }, shows: PAYMENT },
  'with another fee': { row: { fee_differs: true }, shows: `${PAYMENT} FEE_MISMATCH` },
  'with another net amount': { row: { net_minor: 96 }, shows: `${PAYMENT} NET_MISMATCH` },
  'pending with another net amount': { row: { net_minor: 96, status: 'pending' }, shows: PAYMENT },
  'a refund with another net amount': { row: { net_minor: 96, type: 'refund' }, shows: ORDER },
  'without a net amount': { row: { net_minor: null }, shows: PAYMENT },
  'paid in statement only': {
    ...{ ...UNSTATED, row: { stated_at: '2026-11-20T11:00:00Z' } },
    shows: `${PAYMENT} PAID_IN_STATEMENT_ONLY`,
  },
  'within the grace': { ...UNSTATED, row: { stated_at: '2026-11-20T11:00:01Z' }, shows: PAYMENT },
  'pending in statement only': { ...UNSTATED, row: { status: 'pending' }, shows: PAYMENT },
  'refunded in statement only': { ...UNSTATED, row: { type: 'refund' }, shows: ORDER },
  'with a longer finding': { ...of('NOT_PAID_IN_STATEMENT_ONLY_YET'), shows: PAYMENT },
  'refunded too much': { ...EXCEEDS, row: { type: 'refund' }, shows: `${ORDER} REFUND_EXCEEDS_PAYMENT` },
  'charged back too much': {
    ...{ ...EXCEEDS, row: { type: 'chargeback' } },
    shows: `${ORDER} REFUND_EXCEEDS_PAYMENT`,
  },
  'a fee of what was refunded too much': { ...EXCEEDS, row: { type: 'fee' }, shows: ORDER },
  'to be refunded too much': { ...EXCEEDS, row: { type: 'refund', status: 'pending' }, shows: ORDER },
  'in another currency': { row: { currency: 'EGP' }, shows: `${PAYMENT} STATEMENT_AMOUNT_MISMATCH` },
  'in another currency and unit': {
    ...{ row: { currency: 'EGP', source_id: SCALED }, shows: `${PAYMENT} STATEMENT_AMOUNT_MISMATCH` },
  },
  'in another unit': { row: { gross_minor: 1, net_minor: null, source_id: SCALED }, shows: PAYMENT },
  'a little more': { row: { gross_minor: 102, net_minor: null }, shows: PAYMENT },
  more: { row: { gross_minor: 103, net_minor: null }, shows: `${PAYMENT} STATEMENT_AMOUNT_MISMATCH` },
  less: { row: { gross_minor: 97, net_minor: null }, shows: `${PAYMENT} STATEMENT_AMOUNT_MISMATCH` },
  'pending and more': { row: { gross_minor: 103, status: 'pending' }, shows: PAYMENT },
  'more of an order without payment': {
    ...{ row: { gross_minor: 103, net_minor: null }, order: { payments: 0 }, shows: ORDER },
  },
  'more without a tolerance': {
    ...{ row: { gross_minor: 101, net_minor: null, currency: 'EGP' }, order: { paid_currency: 'EGP' } },
    shows: `${PAYMENT} STATEMENT_AMOUNT_MISMATCH`,
  },
  'more than one of several payments': {
    ...{ order: SEVERAL, payments: [{ ...ONE, paid_minor: 90 }] },
    shows: `${PAYMENT} STATEMENT_AMOUNT_MISMATCH`,
  },
  'in another currency than one of several': {
    ...{ order: SEVERAL, payments: [{ ...ONE, currency: 'EGP' }] },
    shows: `${PAYMENT} STATEMENT_AMOUNT_MISMATCH`,
  },
  twice: { stated: { paid_rows: 2 }, shows: `${PAYMENT} STATEMENT_DUPLICATE` },
  'twice, but pending': { stated: { paid_rows: 2 }, row: { status: 'pending' }, shows: PAYMENT },
  'refunded and paid twice': { stated: { paid_rows: 2 }, row: { type: 'refund' }, shows: ORDER },
  'paid twice of an order without payment': {
    ...{ stated: { paid_rows: 2 }, order: { payments: 0 }, shows: ORDER },
  },
  'one of several payments twice': {
    ...{ order: SEVERAL, payments: [ONE], others: [ONE, ONE], shows: `${PAYMENT} STATEMENT_DUPLICATE` },
  },
  'others of several payments': {
    ...{ order: SEVERAL, payments: [ONE], stated: { paid_rows: 2 }, shows: PAYMENT },
    others: [ONE, { ...ONE, status: 'failed' }, { ...ONE, trade_no: 'U' }, { ...ONE, merchant_id: 'M2' }],
  },
  failed: { row: { status: 'failed' }, shows: `${PAYMENT} STATEMENT_STATUS_MISMATCH` },
  reversed: { row: { status: 'reversed' }, shows: `${PAYMENT} STATEMENT_STATUS_MISMATCH` },
  pending: { row: { status: 'pending' }, shows: PAYMENT },
  'a failed refund': { row: { status: 'failed', type: 'refund' }, shows: ORDER },
  'failed without payment': { row: { status: 'failed' }, order: { payments: 0 }, shows: ORDER },
};

async function putCases(session: Session): Promise<void> {
  const cases = Object.entries(CASES);
  const ofEach = (rowsIn: (one: Case) => readonly Row[]) =>
    cases.flatMap(([order_no, one]) => rowsIn(one).map((row): Row => ({ order_no, ...row })));
  await putRows(
    session,
    'work_new_rows',
    cases.map(([name, { row }]) => ({
      ...{ ...keyed(name), owner_order_no: name, owner_merchant_id: 'M1', type: 'payment', status: 'paid' },
      ...{ trade_no: 'T', currency: 'BRL', gross_minor: 100, fee_minor: 3, net_minor: 97 },
      ...{ completed_at: '2026-11-19T02:30:00Z', ...row },
    })),
  );
  const paid = { payments: 1, paid_currency: 'BRL', paid_minor: 100 };
  await putRows(
    session,
    'order_rows',
    ofEach(({ order = {} }) => (order === null ? [] : [{ ...paid, ...order }])),
  );
  const namesake = ofEach(({ stated }) =>
    stated === undefined ? [] : [{ paid_rows: 5, merchant_id: 'M2' }],
  );
  await putRows(session, 'work_stated', [
    ...ofEach(({ stated = {} }) => [{ paid_rows: 1, ...stated }]),
    ...namesake,
  ]);
  await putRows(
    session,
    'separate_payments',
    ofEach(({ payments = [] }) => payments.map((one, index) => ({ ...one, payment: String(index) }))),
  );
  await putRows(
    session,
    'work_stated_rows',
    ofEach(({ others = [] }) => others.map((one) => ({ status: 'paid', ...one }))),
  );
  await putRows(
    session,
    'work_keys',
    ofEach(() => [{}]),
  );
}

onEngines('a row of a statement', (engine) => {
  it('belongs to a payment or an order, with the findings that it is a reason for', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await putCases(session);
      await sqlPart('reconcile/results/statement_rows.sql', {
        ...{ ...RUN, ...NEW_ROWS, target: sql.table('statement_rows') },
        ...{ gathered: sql`not materialized`, judged: sql`order_rows o` },
      }).execute(session.db);
      return rowsOf<readonly [string, string]>(
        session,
        'statement_rows',
        sql`jsonb_build_array(order_no, concat_ws(' ', matched, to_char(row_date, 'DD'), region, merchant_id,
          sub_merchant_id, payment_method, nullif(findings, '')))`,
      );
    });
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(CASES).map(([name, { shows }]) => [name, shows])),
    );
    expect(found).toHaveLength(Object.keys(CASES).length);
  });
});
