/** Which paid notification decides a payment: the statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, putRows, type Row, undone } from './put-rows.ts';

const PAID: Row = {
  ...{ status: 'PAID', status_class: 'paid', trade_no: 'T1', payment_method: 'PIX', currency: 'BRL' },
  ...{ amount_minor: 20_000, amount_text: '20000', offset_source: 'explicit' },
  ...{ completed_at: '2026-11-19T13:00:00Z', received_at: '2026-11-19T13:01:00Z', digest: '5'.repeat(32) },
};
const EARLIER = '2026-11-19T12:00:00Z';

/**
 * Two paid notifications of one payment, by their differences from the usual one: the one that decides, and another with
 * everything of it that ranks below what they differ by first.
 */
const CASES: Readonly<Record<string, readonly [decides: Row, other: Row]>> = {
  'completed last': [{ received_at: EARLIER }, { completed_at: EARLIER, amount_minor: 20_001 }],
  'completed at a known time': [{ received_at: EARLIER }, { completed_at: null }],
  'received last': [{ amount_minor: 1 }, { received_at: EARLIER }],
  'of the greatest amount': [{ amount_text: '20001', amount_minor: 20_001 }, { amount_text: '3' }],
  'of a readable amount': [{ amount_text: '1' }, { amount_minor: null }],
  'of the last text of an amount': [{ amount_text: '3', currency: 'AED' }, {}],
  'of an amount with a text': [{ currency: 'AED' }, { amount_text: null }],
  'of the last currency': [{ currency: 'EGP', status: 'DONE' }, {}],
  'of a known currency': [{ status: 'DONE' }, { currency: null }],
  'of the last status': [{ status: 'SUCCESS', digest: '1'.repeat(32) }, {}],
  'of the greatest digest': [{ digest: '6'.repeat(32) }, {}],
};

onEngines('a payment of several notifications', (engine) => {
  it.each([
    ['first', 0],
    ['last', 1],
  ] as const)('is decided by the one that ranks first, also if that comes %s', async (_title, place) => {
    const store = await engine.emptied();
    const found = await undone(store, async (session) => {
      const cases = Object.entries(CASES).map(([order_no, [decides, other]]) => {
        const pair = [
          { ...PAID, order_no, ...decides, sub_merchant_id: 'decides' },
          { ...PAID, order_no, ...other, sub_merchant_id: 'other' },
        ];
        return place === 0 ? pair : pair.toReversed();
      });
      await putRows(session, 'work_notifications', cases.flat());
      await runSqlFile(session, 'reconcile/evidence/payments.sql', {});
      const { rows } = await sql<{ order_no: string; decided: string }>`
        select order_no, sub_merchant_id as decided from work_payments`.execute(session.db);
      return Object.fromEntries(rows.map(({ order_no, decided }) => [order_no, decided]));
    });
    expect(found).toEqual(Object.fromEntries(Object.keys(CASES).map((order_no) => [order_no, 'decides'])));
  });

  it('has those with its tradeNo, and those without one if the order has only this payment', async () => {
    const store = await engine.emptied();
    const found = await undone(store, async (session) => {
      const rows = ['ONE T1', 'ONE -', 'TWO T1', 'TWO T2', 'TWO -', 'NONE -', 'NONE -', 'FAILED T1'];
      await putRows(
        session,
        'work_notifications',
        rows.map((row, index) => {
          const [order_no, trade] = row.split(' ');
          return {
            ...{ ...PAID, order_no, trade_no: trade === '-' ? null : trade, digest: digestOf(String(index)) },
            status_class: order_no === 'FAILED' ? 'failed' : 'paid',
          };
        }),
      );
      await putRows(session, 'work_notifications', [{ ...PAID, order_no: 'ONE', merchant_id: 'M2' }]);
      await runSqlFile(session, 'reconcile/evidence/payments.sql', {});
      const payments = await sql<{ payment: string }>`
        select concat_ws(' ', order_no, coalesce(payment_trade_no, '-'), nullif(merchant_id, 'M1')) as payment
        from work_payments order by 1`.execute(session.db);
      return payments.rows.map(({ payment }) => payment);
    });
    expect(found.toSorted()).toEqual(['NONE -', 'ONE T1', 'ONE T1 M2', 'TWO -', 'TWO T1', 'TWO T2']);
  });

  it('conflicts if their currencies differ, or their amounts by minor units, or by text where one is unreadable', async () => {
    const store = await engine.emptied();
    const cases: Readonly<Record<string, readonly [Row, Row, boolean]>> = {
      SAME: [{}, {}, false],
      CURRENCIES: [{}, { currency: 'EGP' }, true],
      AMOUNTS: [{}, { amount_minor: 20_001 }, true],
      SPELLINGS: [{}, { amount_text: '020000' }, false],
      UNREADABLE: [{}, { amount_minor: null, amount_text: 'abc' }, true],
      'UNREADABLE TWICE': [
        { amount_minor: null, amount_text: 'abc' },
        { amount_minor: null, amount_text: 'abc' },
        false,
      ],
      'WITHOUT ONE': [{}, { amount_minor: null, amount_text: null }, false],
    };
    const found = await undone(store, async (session) => {
      await putRows(
        session,
        'work_notifications',
        Object.entries(cases).flatMap(([order_no, pair]) =>
          pair.slice(0, 2).map((row, index) => ({
            ...{ ...PAID, order_no, digest: digestOf(String(index)) },
            ...(row as Row),
          })),
        ),
      );
      await runSqlFile(session, 'reconcile/evidence/payments.sql', {});
      const { rows } = await sql<{ order_no: string; conflicting: boolean }>`
        select order_no, conflicting from work_payments`.execute(session.db);
      return Object.fromEntries(rows.map(({ order_no, conflicting }) => [order_no, conflicting]));
    });
    expect(found).toEqual(
      Object.fromEntries(
        Object.entries(cases).map(([order_no, [, , conflicting]]) => [order_no, conflicting]),
      ),
    );
  });
});
