import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { owedMinor, returnedMinor } from '../../reports/owed.ts';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { putBankRows, putStatement, type StatementRow } from './statement-evidence.ts';

const AT = instantOf('2026-11-20T12:00:00Z');

/** Reads lines and rows and judges them. */
async function judge(
  engine: Engine,
  records: readonly string[],
  rows: readonly StatementRow[],
  settings: SettingsInput,
  look: (session: Session) => Promise<void>,
): Promise<void> {
  const store = await engine.emptied();
  await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
  await store.session(async (session) => {
    await putStatement(session, rows);
    await transaction(session, () =>
      reconcile(session, parseSettings(settings), { asOf: AT, startedAt: AT }),
    );
    await look(session);
  });
}

/** What is still owed to the payer of each order, as refunds-due.csv has it. */
async function leftOf(session: Session): Promise<string[]> {
  const { rows } = await sql<{ left: string }>`
    select (${owedMinor('o')} - coalesce(${returnedMinor('o')}, 0))::text as left from order_rows o
    where ${owedMinor('o')} > coalesce(${returnedMinor('o')}, 0)`.execute(session.db);
  return rows.map(({ left }) => left);
}

onEngines('money of statements', (engine) => {
  it('that went back counts by its net amount less its fee where a row has no gross', async () => {
    const records = [
      payInLine({ orderNo: 'REFUND0001', tradeNo: 'T1' }),
      callbackLine({ orderNo: 'REFUND0001', tradeNo: 'T1', amount: '20300' }),
    ];
    const back = { tradeNo: 'T1', gross: null, payoutId: 'P1', settledOn: '2026-11-20' };
    const rows: StatementRow[] = [
      { ...back, type: 'refund', net: -110, fee: 10 },
      { ...back, type: 'chargeback', net: -30 },
      { ...back, type: 'refund', net: null },
      { ...back, type: 'refund', gross: 50, fee: 5, net: null },
    ];
    await judge(engine, records, rows, {}, async (session) => {
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

  it('that went back is compared with what was paid in its currency', async () => {
    const paidTwice = (orderNo: string) => [
      payInLine({ orderNo, tradeNo: `${orderNo}-1` }),
      callbackLine({ orderNo, tradeNo: `${orderNo}-1` }),
      callbackLine({
        ...{ orderNo, tradeNo: `${orderNo}-2` },
        ...{ currency: 'EGP', amount: '50.00' },
      }),
    ];
    const records = ['WITHIN0001', 'BEYOND0001', 'OTHER00001'].flatMap(paidTwice);
    const refund = (orderNo: string, currency: string, gross: number): StatementRow => ({
      ...{ orderNo, tradeNo: `${orderNo}-1`, type: 'refund', currency, gross },
    });
    const rows = [
      refund('WITHIN0001', 'BRL', 20_000),
      refund('BEYOND0001', 'BRL', 20_001),
      refund('OTHER00001', 'USD', 1),
    ];
    await judge(engine, records, rows, {}, async (session) => {
      const findings = await session.db
        .selectFrom('finding_rows')
        .select(['order_no', 'expected', 'actual'])
        .where('code', '=', 'REFUND_EXCEEDS_PAYMENT')
        .orderBy('order_no')
        .execute();
      expect(findings).toEqual([
        { order_no: 'BEYOND0001', expected: 'at most BRL 200.00', actual: 'BRL 200.01' },
        { order_no: 'OTHER00001', expected: 'at most nothing', actual: 'USD 0.01' },
      ]);
    });
  });

  it('that went back in two currencies is compared with what was paid in each', async () => {
    const paid = (orderNo: string) => [
      payInLine({ orderNo, tradeNo: `${orderNo}-1` }),
      callbackLine({ orderNo, tradeNo: `${orderNo}-1` }),
    ];
    const twice = (orderNo: string) =>
      callbackLine({
        ...{ orderNo, tradeNo: `${orderNo}-2` },
        ...{ currency: 'EGP', amount: '5000' },
      });
    const refund = (orderNo: string, gross: number, currency: string | null, hour: string): StatementRow => ({
      ...{ orderNo, tradeNo: `${orderNo}-1`, type: 'refund', currency, gross },
      completedAt: `2026-11-19T${hour}:00:00Z`,
    });
    const exceeding = ['AFTERWARDS', 'UNNAMED001', 'OTHERMORE1', 'NOTHING001'];
    const records = [...exceeding, 'INEACH0001', 'NEITHER001'].flatMap((orderNo) => paid(orderNo));
    records.push(
      twice('OTHERMORE1'),
      twice('INEACH0001'),
      payInLine({ orderNo: 'UNPAID0001', tradeNo: 'U1' }),
    );
    const rows = [
      refund('AFTERWARDS', 20_001, 'BRL', '16'),
      refund('AFTERWARDS', 1, 'EGP', '17'),
      refund('UNNAMED001', 15_000, 'BRL', '16'),
      refund('UNNAMED001', 6000, null, '17'),
      refund('OTHERMORE1', 5001, 'EGP', '16'),
      refund('OTHERMORE1', 100, 'BRL', '17'),
      refund('NOTHING001', 100, 'BRL', '16'),
      refund('NOTHING001', 1, 'USD', '15'),
      refund('INEACH0001', 5000, 'EGP', '16'),
      refund('INEACH0001', 20_000, 'BRL', '17'),
      refund('NEITHER001', 0, 'USD', '16'),
      { ...refund('UNPAID0001', 7, 'BRL', '16'), tradeNo: 'U1' },
    ];
    await judge(engine, records, rows, {}, async (session) => {
      const findings = await session.db
        .selectFrom('finding_rows')
        .select(['order_no', 'expected', 'actual'])
        .where('code', '=', 'REFUND_EXCEEDS_PAYMENT')
        .orderBy('order_no')
        .execute();
      expect(findings.map((one) => Object.values(one).join(', '))).toEqual([
        'AFTERWARDS, at most BRL 200.00, BRL 200.01',
        'NOTHING001, at most nothing, USD 0.01',
        'OTHERMORE1, at most EGP 50.00, EGP 50.01',
        'UNNAMED001, at most BRL 200.00, BRL 210.00',
        'UNPAID0001, at most nothing, BRL 0.07',
      ]);
      expect((await runSqlFile(session, 'proofs/140_stated_orders_tie.sql')).rows).toEqual([]);
    });
  });

  it.each([
    ['two currencies', { gross: 900, currency: 'EGP' }, { gross: 9000 }, [15_000, 5000]],
    ['two currencies, the other one last', { gross: 1000 }, { gross: 900, currency: 'EGP' }, [16_000]],
    ['no currency', { gross: 1000, currency: null }, { gross: 900, currency: 'EGP' }, [16_000]],
    ['no currency last', { gross: 900, currency: 'EGP' }, { gross: 1000, currency: null }, [15_000, 1000]],
    ['an amount that its fee exceeds', { gross: null, net: -10, fee: 40 }, { gross: 900 }, [15_000, 900]],
  ])('that went back in %s returns what is owed by date and by order', async (_name, second, third, sums) => {
    const records = [
      payInLine({ orderNo: 'PAIDTWICE1', tradeNo: 'T1' }),
      callbackLine({ orderNo: 'PAIDTWICE1', tradeNo: 'T1' }),
      callbackLine({ orderNo: 'PAIDTWICE1', tradeNo: 'T2' }),
    ];
    const refund = { tradeNo: 'T2', type: 'refund' } as const;
    const rows: StatementRow[] = [
      { ...refund, gross: 15_000, completedAt: '2026-11-19T16:00:00Z' },
      { ...refund, ...second, completedAt: '2026-11-19T17:00:00Z' },
      { ...refund, ...third, completedAt: '2026-11-20T05:00:00Z' },
    ];
    await judge(engine, records, rows, {}, async (session) => {
      const owed = await session.db
        .selectFrom('owed_changes')
        .select(['date', 'currency', 'flow', 'minor'])
        .orderBy('flow')
        .orderBy('date')
        .execute();
      expect(owed.map((one) => Object.values(one).join(' '))).toEqual([
        '2026-11-19 BRL owed 20000',
        ...sums.map((sum, index) => `2026-11-${19 + index} BRL returned ${sum}`),
      ]);
      const returned = sums.reduce((total, sum) => total + sum, 0);
      const due = returned === 20_000 ? [] : [String(20_000 - returned)];
      expect(await leftOf(session)).toEqual(due);
      for (const proof of ['140_stated_orders_tie', '160_owed', '170_refunds_tie'])
        expect((await runSqlFile(session, `proofs/${proof}.sql`)).rows).toEqual([]);
      await session.script('update order_rows set returned_minor = 1');
      expect((await runSqlFile(session, 'proofs/170_refunds_tie.sql')).rows).toEqual([
        {
          what: 'returned of what order PAIDTWICE1 of merchant M0001 owes',
          ...{ expected: `${returned} minor units`, actual: '1 minor units' },
        },
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
    await judge(engine, records, rows, {}, async (session) => {
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
      await transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
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
    await judge(engine, records, rows, { fees }, async (session) => {
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
