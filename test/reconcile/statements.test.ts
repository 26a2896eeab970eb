import { expect, it } from 'vitest';
import { readResults, readVerdicts } from '../../src/books/order/verdict-events.ts';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { coverByStatements, putBankRows, putStatement } from './statement-evidence.ts';

const AS_OF = '2026-11-20T12:00:00Z';
const SETTINGS = parseSettings({});

async function judge(session: Session, asOf: string = AS_OF, settings = SETTINGS): Promise<void> {
  const at = instantOf(asOf);
  await transaction(session, () => reconcile(session, settings, { asOf: at, startedAt: at }));
}

/** What holds of each order: outcome, reason of being stuck, and findings but those that are always there. */
async function verdicts(session: Session): Promise<Record<string, string>> {
  const rows = await session.db
    .selectFrom('order_results')
    .select(['order_no', 'outcome', 'stuck_reason', 'findings'])
    .where('until_run', 'is', null)
    .orderBy('order_no')
    .orderBy('merchant_id')
    .execute();
  return Object.fromEntries(
    rows.map((row) => [
      row.order_no,
      [row.outcome, row.stuck_reason, ...row.findings.split(' ').filter((code) => !USUAL.includes(code))]
        .filter(Boolean)
        .join(' '),
    ]),
  );
}

const USUAL = ['CONTRACT_VIOLATION', 'STUCK_PROCESSING'];

async function rowsOf(session: Session): Promise<string[]> {
  const rows = await session.db
    .selectFrom('statement_rows as r')
    .innerJoin('statements as s', (join) =>
      join
        .onRef('s.order_no', '=', 'r.order_no')
        .onRef('s.logged_at', '=', 'r.logged_at')
        .onRef('s.digest', '=', 'r.digest'),
    )
    .select(['s.row_id', 's.line', 'r.matched', 'r.matched_order_no', 'r.row_date', 'r.findings'])
    .where('r.until_run', 'is', null)
    .orderBy('s.row_id')
    .orderBy('s.source_id')
    .orderBy('s.line')
    .execute();
  return rows.map((row) =>
    [row.row_id ?? row.line, row.matched, row.matched_order_no, row.row_date, row.findings]
      .filter((value) => value !== null && value !== '')
      .join(' '),
  );
}

const paid = (orderNo: string, tradeNo: string, amount?: string) => [
  payInLine({ orderNo, tradeNo, ...(amount === undefined ? {} : { amount }) }),
  callbackLine({ orderNo, tradeNo, ...(amount === undefined ? {} : { amount }) }),
];

onEngines('statements', (engine) => {
  it('are compared with payments in the run that first knows both', async () => {
    const store = await engine.emptied();
    await read(store, [
      write(
        temporaryFolder(),
        'a.ndjson',
        lines(
          ...paid('SAME000001', 'T1'),
          ...paid('LESS000001', 'T2'),
          ...paid('MORE000001', 'T8'),
          ...paid('MISSING001', 'T3'),
          payInLine({ orderNo: 'ONLY000001', tradeNo: 'T4' }),
          ...paid('TWICE00001', 'T5'),
          ...paid('FAILED0001', 'T6'),
          ...paid('REFUND0001', 'T7'),
        ),
      ),
    ]);
    await store.session(async (session) => {
      const source = await putStatement(session, [
        { rowId: '1', orderNo: 'SAME000001', tradeNo: 'T1', fee: 200, net: 19_800 },
        { rowId: '2', tradeNo: 'T2', gross: 19_999, fee: 200, net: 19_800 },
        { rowId: '3', orderNo: 'ONLY000001' },
        { rowId: '4', orderNo: 'TWICE00001', merchantId: 'M0001' },
        { rowId: '5', orderNo: 'TWICE00001', merchantId: 'M0001', tradeNo: 'T5' },
        { rowId: '6', tradeNo: 'T6', status: 'reversed' },
        { rowId: '7', tradeNo: 'T7' },
        { rowId: '8', tradeNo: 'T7', type: 'refund', gross: 15_000 },
        { rowId: '9', tradeNo: 'T7', type: 'chargeback', gross: 5001 },
        { rowId: 'A', orderNo: 'NOBODY0001' },
        { rowId: 'B', tradeNo: 'T8', gross: 20_001 },
      ]);
      await coverByStatements(session, source, ['2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z']);
      await judge(session);
      expect(await verdicts(session)).toEqual({
        SAME000001: 'MATCHED',
        LESS000001: 'MISMATCH NET_MISMATCH STATEMENT_AMOUNT_MISMATCH',
        MORE000001: 'MISMATCH STATEMENT_AMOUNT_MISMATCH',
        MISSING001: 'MATCHED NOT_IN_STATEMENT',
        ONLY000001: 'STUCK paid_in_statement PAID_IN_STATEMENT_ONLY',
        TWICE00001: 'MISMATCH STATEMENT_DUPLICATE',
        FAILED0001: 'MISMATCH NOT_IN_STATEMENT STATEMENT_STATUS_MISMATCH',
        REFUND0001: 'MATCHED REFUND_EXCEEDS_PAYMENT',
      });
      expect(await rowsOf(session)).toEqual([
        '1 payment SAME000001 2026-11-19',
        '2 payment LESS000001 2026-11-19 NET_MISMATCH STATEMENT_AMOUNT_MISMATCH',
        '3 order ONLY000001 2026-11-19 PAID_IN_STATEMENT_ONLY',
        '4 payment TWICE00001 2026-11-19 STATEMENT_DUPLICATE',
        '5 payment TWICE00001 2026-11-19 STATEMENT_DUPLICATE',
        '6 payment FAILED0001 2026-11-19 STATEMENT_STATUS_MISMATCH',
        '7 payment REFUND0001 2026-11-19',
        '8 order REFUND0001 2026-11-19 REFUND_EXCEEDS_PAYMENT',
        '9 order REFUND0001 2026-11-19 REFUND_EXCEEDS_PAYMENT',
        'A none 2026-11-19',
        'B payment MORE000001 2026-11-19 STATEMENT_AMOUNT_MISMATCH',
      ]);
    });
  });

  it('of which all amounts are 100 times too large are reported once, until the unit is corrected', async () => {
    const store = await engine.emptied();
    const numbers = Array.from({ length: 12 }, (_, index) => `SCALED${String(index).padStart(4, '0')}`);
    const folder = temporaryFolder();
    await read(store, [
      write(folder, 'a.ndjson', lines(...numbers.flatMap((orderNo) => paid(orderNo, `T${orderNo}`)))),
    ]);
    const scaled = (session: Session) =>
      session.db
        .selectFrom('scaled_sources')
        .select(['source_id', 'compared', 'scaled'])
        .where('until_run', 'is', null)
        .execute();
    await store.session(async (session) => {
      const source = await putStatement(
        session,
        numbers.map((orderNo, index) => ({
          orderNo,
          rowId: orderNo,
          gross: index === 0 ? 19_000 : 2_000_000,
        })),
      );
      await judge(session);
      expect(await scaled(session)).toEqual([{ source_id: source, compared: '12', scaled: '11' }]);
      expect(new Set(Object.values(await verdicts(session)))).toEqual(new Set(['MATCHED']));
      // As renormalise does when the unit of the table is corrected.
      await session.script(`
        update statements set gross_minor = gross_minor / 100, amended_by = source_id where gross_minor = 2000000`);
      await transaction(session, () =>
        reconcile(session, SETTINGS, { asOf: instantOf(AS_OF), startedAt: instantOf(AS_OF), all: true }),
      );
      expect(await scaled(session)).toEqual([]);
      const after = await verdicts(session);
      expect(after['SCALED0000']).toBe('MISMATCH STATEMENT_AMOUNT_MISMATCH');
      expect(after['SCALED0001']).toBe('MATCHED');
    });
  });

  it('have payouts, and bank rows that belong to them by reference, else by amount and date', async () => {
    const store = await engine.emptied();
    await read(store, [
      write(temporaryFolder(), 'a.ndjson', lines(...paid('PAIDOUT001', 'T1'), ...paid('PAIDOUT002', 'T2'))),
    ]);
    const payouts = async (session: Session) => {
      const rows = await session.db
        .selectFrom('payout_rows')
        .select(['payout_id', 'settled_on', 'rows', 'gross_minor', 'fee_minor', 'refunds_minor', 'net_minor'])
        .select(['bank_minor', 'booked_on', 'bank_reference'])
        .where('until_run', 'is', null)
        .orderBy('payout_id')
        .orderBy('bank_reference')
        .execute();
      return rows.map((row) =>
        Object.values(row)
          .map((value) => value ?? '-')
          .join(' '),
      );
    };
    await store.session(async (session) => {
      await putStatement(session, [
        { tradeNo: 'T1', payoutId: 'P1', settledOn: '2026-11-30', fee: 200 },
        { tradeNo: 'T2', payoutId: 'P1', settledOn: '2026-12-01', fee: 100, net: 19_900 },
        { tradeNo: 'T2', payoutId: 'P1', type: 'refund', gross: 500 },
        { payoutId: 'P1', type: 'fee', gross: 50, orderNo: 'PAIDOUT001' },
        { payoutId: 'P1', type: 'payout', gross: 39_150, orderNo: 'P1' },
        { payoutId: 'P12', type: 'payout', gross: 777, orderNo: 'P12', settledOn: '2026-11-20' },
        { payoutId: 'P3', gross: 1000, orderNo: 'PAIDOUT001', settledOn: '2026-11-20' },
      ]);
      await judge(session);
      expect(await payouts(session)).toEqual([
        'P1 2026-12-01 5 40000 350 500 39150 - - -',
        'P12 2026-11-20 1 - - - 777 - - -',
        'P3 2026-11-20 1 1000 0 - 1000 - - -',
      ]);
      await putBankRows(session, [
        { reference: 'PIX LOTE P1', minor: 39_000, on: '2026-12-02' },
        { reference: 'PIX', minor: 1000, on: '2026-11-23' },
        { reference: 'DEPOSITO', minor: 777, on: '2026-11-24' },
      ]);
      await judge(session);
      expect(await payouts(session)).toEqual([
        ' - 0 - - - - 777 2026-11-24 DEPOSITO',
        'P1 2026-12-01 5 40000 350 500 39150 39000 2026-12-02 PIX LOTE P1',
        'P12 2026-11-20 1 - - - 777 - - -',
        'P3 2026-11-20 1 1000 0 - 1000 1000 2026-11-23 PIX',
      ]);
    });
  });

  it('return what is owed to payers, up to what is owed', async () => {
    const store = await engine.emptied();
    await read(store, [
      write(
        temporaryFolder(),
        'a.ndjson',
        lines(
          payInLine({ orderNo: 'OVERPAID01', tradeNo: 'T1' }),
          callbackLine({ orderNo: 'OVERPAID01', tradeNo: 'T1', amount: '20300' }),
          payInLine({ orderNo: 'PAIDTWICE1', tradeNo: 'T2' }),
          callbackLine({ orderNo: 'PAIDTWICE1', tradeNo: 'T2' }),
          callbackLine({ orderNo: 'PAIDTWICE1', tradeNo: 'T3' }),
        ),
      ),
    ]);
    const owed = async (session: Session) => {
      const rows = await session.db
        .selectFrom('owed_changes')
        .select(({ fn }) => ['date', 'currency', 'flow', fn.sum<string>('orders').as('orders')])
        .select(({ fn }) => fn.sum<string>('minor').as('minor'))
        .groupBy(['date', 'currency', 'flow'])
        .orderBy('flow')
        .orderBy('date')
        .execute();
      return rows.map((row) => Object.values(row).join(' '));
    };
    await store.session(async (session) => {
      await judge(session);
      expect(await owed(session)).toEqual([]);
      await putStatement(session, [
        { tradeNo: 'T1', gross: 20_300 },
        { tradeNo: 'T1', type: 'refund', gross: 200, completedAt: '2026-11-20T05:00:00Z' },
      ]);
      await judge(session);
      expect(await owed(session)).toEqual(['2026-11-19 BRL owed 2 20300', '2026-11-20 BRL returned 1 200']);
      await putStatement(session, [
        { tradeNo: 'T1', type: 'refund', gross: 20_000, completedAt: '2026-11-20T06:00:00Z' },
        // Nothing is returned before it is owed.
        { tradeNo: 'T2', type: 'chargeback', gross: 5000, completedAt: '2026-11-17T16:00:00Z' },
      ]);
      await judge(session);
      expect(await owed(session)).toEqual([
        '2026-11-19 BRL owed 2 20300',
        '2026-11-19 BRL returned 1 5000',
        '2026-11-20 BRL returned 1 300',
      ]);
    });
  });

  it('are proven to be in the rows of their orders, and to make no verdict where nothing else changed', async () => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...paid('ORDER00001', 'T1')))]);
    await store.session(async (session) => {
      await judge(session);
      const row = { orderNo: 'ORDER00001', tradeNo: 'T1', gross: 20_000 };
      await putStatement(session, [row], '2026-11-20T12:30:00Z');
      await judge(session, '2026-11-20T13:00:00Z');
      const stated = await session.db
        .selectFrom('order_results')
        .select('stated_minor')
        .orderBy('from_run')
        .execute();
      expect(stated.map(({ stated_minor }) => stated_minor)).toEqual([null, '20000']);
      const key = { orderNo: 'ORDER00001', merchantId: 'M0001' };
      expect(await readVerdicts(session, key, await readResults(session, key))).toHaveLength(1);
      const proof = () => runSqlFile(session, 'proofs/140_stated_orders_tie.sql');
      expect((await proof()).rows).toEqual([]);
      await session.script('update order_rows set stated_currency = null, stated_minor = null');
      expect((await proof()).rows).toMatchObject([
        { what: 'orders with rows that are in no sum', expected: '0', actual: '1' },
      ]);
    });
  });
});
