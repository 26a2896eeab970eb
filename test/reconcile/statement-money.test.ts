import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { JUDGED_AT, judgeRows } from './judge-rows.ts';
import { putBankRows, putStatement, type StatementRow } from './statement-evidence.ts';

/** The proofs of what was returned and paid out. */
const PROOFS = ['140_stated_orders_tie', '150_payouts_tie', '160_owed', '170_refunds_tie'];

onEngines('money of statements', (engine) => {
  it.each([
    ['no gross', null],
    ['a gross of zero', 0],
  ])('that went back counts by its net amount less its fee where a row has %s', async (_title, gross) => {
    const records = [
      payInLine({ orderNo: 'REFUND0001', tradeNo: 'T1' }),
      callbackLine({ orderNo: 'REFUND0001', tradeNo: 'T1', amount: '20300' }),
    ];
    const back = { tradeNo: 'T1', gross, payoutId: 'P1', settledOn: '2026-11-20' };
    const rows: StatementRow[] = [
      { ...back, type: 'refund', net: -110, fee: 10 },
      { ...back, type: 'chargeback', net: -30 },
      { ...back, type: 'refund', net: null },
      { ...back, type: 'refund', gross: 50, fee: 5, net: null },
    ];
    await judgeRows(engine, records, rows, {}, async (session) => {
      const orders = await session.db.selectFrom('order_rows').select('returned_minor').execute();
      expect(orders).toEqual([{ returned_minor: '180' }]);
      const payouts = await session.db
        .selectFrom('payout_rows')
        .select(['refunds_minor', 'net_minor'])
        .execute();
      expect(payouts).toEqual([{ refunds_minor: '180', net_minor: '-195' }]);
      const owed = await session.db
        .selectFrom('owed_changes')
        .select(['flow', 'minor'])
        .orderBy('flow')
        .orderBy('minor')
        .execute();
      expect(owed).toEqual([
        { flow: 'owed', minor: '300' },
        { flow: 'returned', minor: '180' },
      ]);
      expect((await runSqlFile(session, 'proofs/140_stated_orders_tie.sql')).rows).toEqual([]);
    });
  });

  it('that is a fee given back does not go to the payer', async () => {
    const records = [
      payInLine({ orderNo: 'OVERPAID01', tradeNo: 'T1', amount: '10000' }),
      callbackLine({ orderNo: 'OVERPAID01', tradeNo: 'T1', amount: '11000' }),
    ];
    const paidOut = { tradeNo: 'T1', payoutId: 'P1', settledOn: '2026-11-20' };
    const rows: StatementRow[] = [
      { ...paidOut, gross: 11_000, fee: 110, net: 10_890 },
      { ...paidOut, type: 'refund', gross: 0, fee: -110, net: 110 },
    ];
    await judgeRows(engine, records, rows, {}, async (session) => {
      const orders = await session.db.selectFrom('order_rows').select('returned_minor').execute();
      expect(orders).toEqual([{ returned_minor: '0' }]);
      const payouts = await session.db
        .selectFrom('payout_rows')
        .select(['gross_minor', 'fee_minor', 'refunds_minor', 'net_minor'])
        .execute();
      expect(payouts.map((one) => Object.values(one).join(' '))).toEqual(['11000 0 0 11000']);
      const owed = await session.db.selectFrom('owed_changes').select(['flow', 'minor']).execute();
      expect(owed).toEqual([{ flow: 'owed', minor: '1000' }]);
      for (const proof of PROOFS)
        expect((await runSqlFile(session, `proofs/${proof}.sql`)).rows, proof).toEqual([]);
    });
  });

  it('leaves a payout less by the fee of a dispute that has no gross amount', async () => {
    const paid = { orderNo: 'DISPUTED01', tradeNo: 'T1' };
    const paidOut = { tradeNo: 'T1', payoutId: 'P1', settledOn: '2026-11-20', net: null };
    const rows: StatementRow[] = [
      { ...paidOut, gross: 10_000, fee: 100 },
      { ...paidOut, type: 'chargeback', gross: null, fee: 1_500 },
    ];
    await judgeRows(engine, [payInLine(paid), callbackLine(paid)], rows, {}, async (session) => {
      const payouts = await session.db.selectFrom('payout_rows').select(['fee_minor', 'net_minor']).execute();
      expect(payouts).toEqual([{ fee_minor: '1600', net_minor: '8400' }]);
      for (const proof of PROOFS)
        expect((await runSqlFile(session, `proofs/${proof}.sql`)).rows, proof).toEqual([]);
    });
  });

  it('went to the payer whatever sign its net amount has, unless the fee was given back', async () => {
    const paid = { orderNo: 'PAIDTWICE1', tradeNo: 'T1' };
    const records = [payInLine(paid), callbackLine(paid), callbackLine({ ...paid, tradeNo: 'T2' })];
    const back = { tradeNo: 'T1', type: 'refund', gross: 0 } as const;
    const rows: StatementRow[] = [
      { ...back, fee: 0, net: 30 },
      { ...back, fee: 10, net: 110 },
      { ...back, fee: -10, net: -190 },
      { ...back, fee: -10, net: 3 },
      { ...back, fee: -10, net: 30 },
    ];
    await judgeRows(engine, records, rows, {}, async (session) => {
      const orders = await session.db.selectFrom('order_rows').select('returned_minor').execute();
      expect(orders).toEqual([{ returned_minor: String(30 + 100 + 200 + 7) }]);
      for (const proof of PROOFS)
        expect((await runSqlFile(session, `proofs/${proof}.sql`)).rows, proof).toEqual([]);
    });
  });

  it('is never shown as that of another record in a finding', async () => {
    const rejected = payInLine({ orderNo: 'REJECTED01', tradeNo: 'T3' }).replace(
      '"code":"00"',
      '"code":"99"',
    );
    const records = [
      payInLine({ orderNo: 'UNCALLED01', tradeNo: 'T1' }),
      payInLine({ orderNo: 'OTHERMONEY', tradeNo: 'T2' }),
      callbackLine({ orderNo: 'OTHERMONEY', tradeNo: 'T2' }),
      rejected,
      callbackLine({ orderNo: 'REJECTED01', tradeNo: 'T3' }),
      callbackLine({ orderNo: 'REJECTED01', tradeNo: 'T4', amount: '"much"' }),
      rejected.replace('REJECTED01', 'UNREADABLE').replace('"T3"', '"T5"'),
      callbackLine({ orderNo: 'UNREADABLE', tradeNo: 'T5', amount: '"much"' }),
    ];
    const rows: StatementRow[] = [
      { tradeNo: 'T1', gross: null, net: 19_802 },
      { tradeNo: 'T2', gross: null, currency: 'USD' },
    ];
    await judgeRows(engine, records, rows, {}, async (session) => {
      const findings = await session.db
        .selectFrom('finding_rows')
        .select(['order_no', 'code', 'expected', 'actual'])
        .where('code', 'in', ['PAID_IN_STATEMENT_ONLY', 'STATEMENT_AMOUNT_MISMATCH', 'PAID_AFTER_REJECTION'])
        .orderBy('order_no')
        .execute();
      expect(findings.map(({ order_no, expected, actual }) => [order_no, expected, actual])).toEqual([
        ['OTHERMONEY', 'BRL 200.00', 'USD'],
        ['REJECTED01', 'no payment, response code 99', 'BRL'],
        ['UNCALLED01', 'a callback for the payment of 2026-11-19T13:06:00Z', 'BRL'],
        ['UNREADABLE', 'no payment, response code 99', 'BRL much'],
      ]);
    });
  });

  it('is summed in the currency of the latest row that has one', async () => {
    const records = [
      payInLine({ orderNo: 'ORDER00001', tradeNo: 'T1' }),
      callbackLine({ orderNo: 'ORDER00001', tradeNo: 'T1', amount: '30000' }),
    ];
    const later = { tradeNo: 'T1', currency: null, gross: null, completedAt: '2026-11-19T15:00:00Z' };
    const rows: StatementRow[] = [
      { tradeNo: 'T1', gross: 30_000, fee: 100, net: 29_900, settledOn: '2026-11-20', payoutId: 'P1' },
      { tradeNo: 'T1', type: 'refund', gross: 30_001 },
      { ...later, settledOn: '2026-11-21', payoutId: 'P2' },
      { ...later, type: 'refund', payoutId: 'P0' },
    ];
    await judgeRows(engine, records, rows, {}, async (session) => {
      const [order] = await session.db
        .selectFrom('order_rows')
        .select(['stated_currency', 'stated_minor', 'fee_minor', 'net_minor', 'settled_on', 'payout_id'])
        .select(['returned_currency', 'returned_minor', 'findings'])
        .execute();
      expect(Object.values(order!).slice(0, -1).join(' ')).toBe(
        'BRL 30000 100 29900 2026-11-21 P2 BRL 30001',
      );
      expect(order!.findings.split(' ')).toContain('REFUND_EXCEEDS_PAYMENT');
    });
  });

  it('of a payout is settled on the date of its own row, and given to none of two that the bank names', async () => {
    const row: StatementRow = { orderNo: 'NOBODY0001', completedAt: '2026-11-19T10:05:00Z' };
    const rows: StatementRow[] = [
      { ...row, rowId: '1', payoutId: 'PO-7', gross: 10_000, fee: 100, net: 9900 },
      {
        ...{ type: 'payout', rowId: '2', payoutId: 'PO-7', gross: null, net: 9900 },
        ...{ completedAt: null, settledOn: '2026-11-23' },
      },
      ...['PO-5', 'PO-6', '6'].map((payoutId) => ({
        ...row,
        ...{ rowId: payoutId, payoutId, gross: 9900, settledOn: '2026-11-23' },
      })),
    ];
    const store = await engine.emptied();
    await store.session(async (session) => {
      await putStatement(session, rows);
      await putBankRows(session, [
        { reference: 'LOTE PO-5 PO-6', minor: 19_800, on: '2026-11-23' },
        { reference: 'PIX PO-7', minor: 9900, on: '2026-11-24' },
        { reference: 'DEPOSITO', minor: 9900, on: '2026-11-24' },
      ]);
      await transaction(session, () =>
        reconcile(session, parseSettings({}), { asOf: JUDGED_AT, startedAt: JUDGED_AT }),
      );
      const found = await session.db
        .selectFrom('payout_rows')
        .select(['payout_id', 'settled_on', 'rows', 'net_minor', 'bank_minor', 'bank_reference'])
        .orderBy('payout_id')
        .execute();
      expect(found.map((one) => Object.values(one).join(' '))).toEqual([
        '  0  19800 LOTE PO-5 PO-6',
        '6 2026-11-23 1 9900 9900 DEPOSITO',
        'PO-5 2026-11-23 1 9900  ',
        'PO-6 2026-11-23 1 9900  ',
        'PO-7 2026-11-23 2 9900 9900 PIX PO-7',
      ]);
    });
  });

  it('is charged by the tariff of the merchant and method that statement.csv shows', async () => {
    const records = [
      payInLine({ orderNo: 'ORDER00001', tradeNo: 'T1' }),
      callbackLine({ orderNo: 'ORPHAN0001', tradeNo: 'T2' }),
    ];
    const row: StatementRow = { method: null, gross: 10_000, fee: 0 };
    const rows = [
      { ...row, orderNo: 'ORDER00001', merchantId: 'ANOTHER', rowId: '1' },
      { ...row, orderNo: 'ORPHAN0001', rowId: '2' },
      { ...row, orderNo: 'NOBODY0001', merchantId: 'ANOTHER', rowId: '3' },
    ];
    const fee = (merchant: string, method: string | undefined, fixed: number) => ({
      ...{ region: 'BR', from: '2026-01-01', merchant, fixed, rounding: 'down' as const },
      ...(method === undefined ? {} : { method }),
    });
    const fees = [fee('M0001', 'PIX', 1), fee('ANOTHER', undefined, 2), fee('M0001', undefined, 3)];
    await judgeRows(engine, records, rows, { fees }, async (session) => {
      const charged = await session.db
        .selectFrom('statement_rows')
        .select(['row_id', 'merchant_id', 'payment_method', 'expected_fee_minor'])
        .orderBy('row_id')
        .execute();
      expect(charged.map((one) => Object.values(one).join(' '))).toEqual([
        '1 M0001 PIX 1',
        '2 M0001 PIX 1',
        '3 ANOTHER  2',
      ]);
    });
  });
});
