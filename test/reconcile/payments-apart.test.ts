import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { lines, READ_AT, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { AS_OF, judged, settingsOf } from './judged.ts';
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
