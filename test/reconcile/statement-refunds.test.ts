import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { owedMinor, returnedMinor } from '../../reports/owed.ts';
import { runSqlFile } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { judgeRows } from './judge-rows.ts';
import { putRows } from './put-rows.ts';
import type { StatementRow } from './statement-evidence.ts';

/** What is still owed to the payer of each order, as refunds-due.csv has it. */
async function leftOf(session: Session): Promise<string[]> {
  const { rows } = await sql<{ left: string }>`
    select (${owedMinor('o')} - coalesce(${returnedMinor('o')}, 0))::text as left from order_rows o
    where ${owedMinor('o')} > coalesce(${returnedMinor('o')}, 0)`.execute(session.db);
  return rows.map(({ left }) => left);
}

onEngines('money that went back', (engine) => {
  it('is compared with what was paid in its currency', async () => {
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
    await judgeRows(engine, records, rows, {}, async (session) => {
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

  it('of a run that was not kept is in no proof', async () => {
    const paid = { orderNo: 'ORDER00001', tradeNo: 'T1' };
    const rows = [{ ...paid, gross: 20_000 }];
    await judgeRows(engine, [payInLine(paid), callbackLine(paid)], rows, {}, async (session) => {
      const stated = { stated_currency: 'BRL', stated_minor: 5, returned_minor: 5 };
      await putRows(session, 'order_rows', [{ order_no: 'LANE000001', from_run: 1_000_000, ...stated }]);
      expect((await runSqlFile(session, 'proofs/140_stated_orders_tie.sql')).rows).toEqual([]);
      await putRows(session, 'order_rows', [{ order_no: 'KEPT000001', ...stated }]);
      expect((await runSqlFile(session, 'proofs/140_stated_orders_tie.sql')).rows).toHaveLength(3);
    });
  });

  it('in two currencies is compared with what was paid in each', async () => {
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
    const exceeding = ['AFTERWARDS', 'UNNAMED001', 'OTHERMORE1', 'NOTHING001', 'EQUALMORE1', 'LATESTONE1'];
    const within = ['INEACH0001', 'NEITHER001', 'NOREFUND01'];
    const records = [...exceeding, ...within].flatMap((orderNo) => paid(orderNo));
    records.push(
      ...['OTHERMORE1', 'INEACH0001', 'EQUALMORE1'].map((orderNo) => twice(orderNo)),
      ...[...paid('UNNAMED002'), twice('UNNAMED002')].map((line) =>
        line.replaceAll(/"currency":"[A-Z]+",/g, ''),
      ),
      payInLine({ orderNo: 'UNPAID0001', tradeNo: 'U1' }),
      payInLine({ orderNo: 'UNPAID0002', tradeNo: 'U2' }),
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
      refund('EQUALMORE1', 20_000, 'BRL', '16'),
      refund('EQUALMORE1', 5001, 'EGP', '17'),
      refund('LATESTONE1', 1, 'USD', '16'),
      refund('LATESTONE1', 2, 'EGP', '17'),
      refund('UNNAMED002', 10, null, '16'),
      { ...refund('UNPAID0001', 7, 'BRL', '16'), tradeNo: 'U1' },
      { ...refund('UNPAID0002', 7, 'USD', '16'), tradeNo: 'U2' },
      { ...refund('UNPAID0002', 5, null, '17'), tradeNo: 'U2' },
    ];
    await judgeRows(engine, records, rows, {}, async (session) => {
      const findings = await session.db
        .selectFrom('finding_rows')
        .select(['order_no', 'expected', 'actual'])
        .where('code', '=', 'REFUND_EXCEEDS_PAYMENT')
        .orderBy('order_no')
        .execute();
      expect(findings.map((one) => Object.values(one).join(', '))).toEqual([
        'AFTERWARDS, at most BRL 200.00, BRL 200.01',
        'EQUALMORE1, at most EGP 50.00, EGP 50.01',
        'LATESTONE1, at most nothing, EGP 0.02',
        'NOTHING001, at most nothing, USD 0.01',
        'OTHERMORE1, at most EGP 50.00, EGP 50.01',
        'UNNAMED001, at most BRL 200.00, BRL 210.00',
        'UNPAID0001, at most nothing, BRL 0.07',
        'UNPAID0002, at most nothing, USD 0.07',
      ]);
      const returned = await session.db
        .selectFrom('order_rows')
        .select(['order_no', 'returned_currency', 'returned_minor'])
        .orderBy('order_no')
        .execute();
      expect(returned.map((one) => Object.values(one).join(' '))).toEqual([
        'AFTERWARDS BRL 20001',
        'EQUALMORE1 BRL 20000',
        'INEACH0001 BRL 20000',
        'LATESTONE1 EGP 2',
        'NEITHER001 USD 0',
        'NOREFUND01  ',
        'NOTHING001 BRL 100',
        'OTHERMORE1 BRL 100',
        'UNNAMED001 BRL 21000',
        'UNNAMED002  10',
        'UNPAID0001 BRL 7',
        'UNPAID0002 USD 7',
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
  ])('in %s returns what is owed by date and by order', async (_name, second, third, sums) => {
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
    await judgeRows(engine, records, rows, {}, async (session) => {
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
});
