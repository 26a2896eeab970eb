import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile, sqlPart } from '../../src/database/sql-file.ts';
import { Rollback, type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { REFUND_PARTS } from '../../src/reconcile/step-parts.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { lines, READ_AT, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { AS_OF, judged, settingsOf } from './judged.ts';
import { putRows, type Row } from './put-rows.ts';
import { putStatement } from './statement-evidence.ts';

const PAYMENT = `paid_date, business_date, region, sub_merchant_id, trade_no, payment_method, currency, paid_minor, paid_at,
  received_at, outcome, paid_hour, payment_delay_seconds, callback_delay_seconds, after_expiry, late`;
const ORDER = { orderNo: 'PAIDTWICE1', merchantId: 'M0001' };
const LATE = '2026-11-19T14:00:00Z';

/** As a store had its payments before migration 28: none in the row of its order. */
const TAKEN_APART = `
  insert into separate_payments (order_no, merchant_id, payment, from_run, until_run, ${PAYMENT})
  select order_no, merchant_id, coalesce(md5(payment_trade_no), ''), from_run, until_run,
         ${PAYMENT.replace('trade_no', 'payment_trade_no').replace(' currency', ' paid_currency').replace('paid_minor', 'paid_minor::bigint')}
  from order_rows
  where paid_date is not null;
  update order_rows
  set payment_trade_no = null, paid_date = null, paid_hour = null, payment_delay_seconds = null,
      callback_delay_seconds = null, after_expiry = null, late = null
  where paid_date is not null`;

/** The payments that hold now, whatever table they are in. */
async function payments(session: Session): Promise<unknown[]> {
  const { rows } = await sql`
    select order_no, merchant_id, payment, ${sql.raw(PAYMENT)} from payment_results
    where until_run is null order by order_no, merchant_id, payment`.execute(session.db);
  return rows;
}

async function count(session: Session, what: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.raw(what)}`.execute(
    session.db,
  );
  return Number(rows[0]!.count);
}

onEngines('payments that were stored apart from their order', (engine) => {
  it('are read as those in the row of their order, and stay as they are when nothing about them changes', async () => {
    const folder = temporaryFolder();
    await writeDay({ date: '2026-11-19', seed: 3, orders: 400, folder });
    const store = await engine.open();
    await read(store, [folder]);
    await store.session(async (session) => {
      await judged(session, settingsOf(1));
      const found = await payments(session);
      expect(found.length).toBeGreaterThan(200);
      await session.script(TAKEN_APART);
      expect(await payments(session)).toEqual(found);

      // Every order is judged again, as after an upgrade.
      const { runId } = await transaction(session, () =>
        reconcile(session, settingsOf(1), { asOf: AS_OF, startedAt: READ_AT, all: true }),
      );
      expect(await payments(session)).toEqual(found);
      expect(await count(session, `separate_payments where from_run = ${runId}`)).toBe(0);
      expect(await count(session, 'order_rows where paid_date is not null')).toBe(0);
      expect(await count(session, `changed_dates where run_id = ${runId}`)).toBe(0);
    });
  });

  it('end with the row of their order where that changes', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const first = [payInLine(ORDER), callbackLine(ORDER)];
    const other = [
      payInLine({ ...ORDER, orderNo: 'PAIDONCE01' }),
      callbackLine({ ...ORDER, orderNo: 'PAIDONCE01' }),
    ];
    await read(store, [write(folder, 'first.log', lines(...first, ...other))]);
    await store.session(async (session) => {
      await judged(session, settingsOf(1));
      await session.script(TAKEN_APART);
    });
    // A correction of the same payment, and a second payment of the other order.
    await read(store, [
      write(
        folder,
        'late.log',
        lines(
          callbackLine({ ...ORDER, at: LATE, amount: '19000' }),
          callbackLine({ ...ORDER, orderNo: 'PAIDONCE01', at: LATE, tradeNo: 'T0002' }),
        ),
      ),
    ]);
    await store.session(async (session) => {
      const { runId } = await judged(session, settingsOf(1));
      expect(await count(session, `separate_payments where until_run = ${runId}`)).toBeGreaterThan(0);
      expect(await count(session, 'separate_payments where until_run is null')).toBe(3);
      const { rows } = await sql<{ orders: string; minor: string }>`
        select count(distinct order_no) as orders, sum(paid_minor) as minor from payment_results
        where until_run is null`.execute(session.db);
      expect(rows).toEqual([{ orders: '2', minor: '59000' }]);
      const tied = await sql<{ paid: string; payments: string }>`
        select sum(paid_minor) as paid, sum(payments) as payments from order_results
        where until_run is null`.execute(session.db);
      expect(tied.rows).toEqual([{ paid: '59000', payments: '3' }]);
    });
  });

  it('leave the date in the row of their order if it was reversed: its money is owed from then on', async () => {
    const store = await engine.open();
    const settings = parseSettings({ statuses: { reversed: ['REFUNDED'] } });
    const reversal = callbackLine({ ...ORDER, at: '2026-11-20T10:00:00Z', status: 'REFUNDED' });
    const records = [
      payInLine(ORDER),
      callbackLine({ ...ORDER, amount: '20300' }),
      reversal.replace('2026-11-19T10:06:00-03:00', '2026-11-20T07:00:00-03:00'),
    ];
    await read(store, [write(temporaryFolder(), 'a.log', lines(...records))]);
    await store.session(async (session) => {
      await putStatement(session, [{ orderNo: ORDER.orderNo, type: 'refund', gross: 100 }]);
      await judged(session, settings);
      const sums = async () => {
        const { rows } = await sql<{ sum: string }>`
          select concat_ws(' ', date, flow, sum(minor)) as sum from owed_changes
          group by date, flow having sum(minor) <> 0 order by flow`.execute(session.db);
        expect((await runSqlFile(session, 'proofs/160_owed.sql')).rows).toEqual([]);
        return rows.map(({ sum }) => sum);
      };
      const owed = ['2026-11-19 owed 300', '2026-11-19 returned 100'];
      expect(await sums()).toEqual(owed);
      // As the rules had it that knew no such date.
      await session.script(`${TAKEN_APART}; update owed_changes set date = '2026-11-20'`);
      expect(await sums()).toEqual(owed.map((sum) => sum.replace('19', '20')));
      await transaction(session, () =>
        reconcile(session, settings, { asOf: AS_OF, startedAt: READ_AT, all: true }),
      );
      expect(await sums()).toEqual(owed);
    });
  });
});

/** Rows that hold, as they were before payments were part of them, and those that are to hold now. */
const BEFORE: Readonly<Record<string, Row>> = {
  ...{ APART: {}, WITHOUTTRADE: {}, OVERPAIDBACK: {}, REJECTEDBACK: {}, SHORTBACK: {}, OVERPAID: {} },
  INROW: { paid_date: '2026-11-19' },
  UNPAIDBEFORE: { payments: 0 },
  TWICEBEFORE: { payments: 2 },
  ENDED: { until_run: 3 },
  UNPAIDNOW: {},
};
const NOW: Readonly<Record<string, Row>> = {
  WITHOUTTRADE: { payment_trade_no: null },
  OVERPAIDBACK: { outcome: 'REVERSED', amount_reason: 'overpaid' },
  REJECTEDBACK: { outcome: 'REVERSED', findings: 'METHOD_MISMATCH PAID_AFTER_REJECTION' },
  SHORTBACK: { outcome: 'REVERSED', amount_reason: 'underpaid' },
  OVERPAID: { outcome: 'MISMATCH', amount_reason: 'overpaid' },
  UNPAIDNOW: { payments: 0, payment_trade_no: null, paid_date: null },
};

/** Puts these rows, and some of other orders, into the tables. */
async function putApart(session: Session): Promise<void> {
  const orders = Object.keys(BEFORE).map((order_no) => ({ order_no }));
  const payment = { payment_trade_no: 'T1', paid_date: '2026-11-19', received_at: '2026-11-19T13:06:02Z' };
  const now = { from_run: 5, payments: 1, ...payment };
  await putRows(session, 'work_known', orders);
  await putRows(session, 'order_rows', [
    ...orders.map(({ order_no }) => ({ order_no, payments: 1, ...BEFORE[order_no] })),
    { order_no: 'UNKNOWN', payments: 1 },
    { order_no: 'INROW', merchant_id: 'M2', payments: 1 },
  ]);
  await putRows(session, 'work_order_results', [
    ...orders.map(({ order_no }) => ({ order_no, ...now, ...NOW[order_no] })),
    { order_no: 'UNKNOWN', ...now },
    { order_no: 'APART', ...now, merchant_id: 'M2' },
    { order_no: 'SEVERAL', ...now, payments: 2, owed_since: '2026-11-01' },
  ]);
}

onEngines('the payment of an order', (engine) => {
  it('is kept apart if the row that holds was written so', async () => {
    const store = await engine.emptied();
    const found = await store.session((session) =>
      transaction(session, async () => {
        await putApart(session);
        await runSqlFile(session, 'reconcile/results/payments_apart.sql', {});
        await putRows(session, 'work_separate_payments', [{ order_no: 'SEVERAL' }]);
        await sqlPart('reconcile/results/payments_in_rows.sql', REFUND_PARTS).execute(session.db);
        const { rows } = await sql<{ at: string; order: string }>`
          select 'apart' as at, order_no as order from work_separate_payments
          union all
          select 'in rows', concat_ws(' of ', order_no, nullif(merchant_id, 'M1')) from work_order_results
          where paid_date is not null
          union all
          select 'owed since', concat_ws(' ', order_no, owed_since) from work_order_results
          where owed_since is not null
          order by 1, 2`.execute(session.db);
        return new Rollback(rows.map(({ at, order }) => `${at} ${order}`));
      }),
    );
    expect(found.toSorted()).toEqual([
      ...['APART', 'OVERPAID', 'OVERPAIDBACK', 'REJECTEDBACK', 'SEVERAL', 'SHORTBACK', 'WITHOUTTRADE'].map(
        (order) => `apart ${order}`,
      ),
      ...['APART of M2', 'ENDED', 'INROW', 'SEVERAL', 'TWICEBEFORE', 'UNKNOWN', 'UNPAIDBEFORE'].map(
        (order) => `in rows ${order}`,
      ),
      'owed since OVERPAIDBACK 2026-11-19',
      'owed since REJECTEDBACK 2026-11-19',
      'owed since SEVERAL 2026-11-01',
    ]);
  });
});
