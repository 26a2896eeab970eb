/** What a run changed: the statements of sql/changes, on rows that are put into the tables as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import type { Session, Store } from '../../src/database/store.ts';
import type { Tables } from '../../src/database/tables.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, undone } from './put-rows.ts';

const RUN = 5;
const BEGUN = { from_run: RUN };
const ENDED = { from_run: 3, until_run: RUN };
/** Of earlier runs alone: one row holds still, the other ended before. */
const EARLIER = [{ from_run: 3 }, { from_run: 2, until_run: 3 }];

type Rows = Partial<Record<keyof Tables, ReadonlyArray<Record<string, unknown>>>>;

/** Puts rows, runs a file of sql/changes, and gives the rows that it wrote as texts; nothing of it stays. */
function changes(
  store: Store,
  file: string,
  put: Rows,
  table: keyof Tables,
  columns: string,
): Promise<string[]> {
  return undone(store, async (session) => {
    for (const [name, rows] of Object.entries(put)) await putRows(session, name as keyof Tables, rows);
    await runSqlFile(session, `changes/${file}.sql`, { run: RUN });
    return await written(session, table, columns);
  });
}

async function written(session: Session, table: string, columns: string): Promise<string[]> {
  const { rows } = await sql<{ change: string }>`
    select concat_ws(' ', ${sql.raw(columns)}) as change from ${sql.table(table)} where run_id = ${RUN}`.execute(
    session.db,
  );
  return rows.map(({ change }) => change).toSorted();
}

/** A date of its own for each case. */
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`;

/** An order whose row ended and began with this run, with the same payment or another. */
const again = (order_no: string, before: Record<string, unknown>, now: Record<string, unknown> = {}) => [
  { order_no, ...before, ...ENDED },
  { order_no, ...before, ...now, ...BEGUN },
];
const paid = (number: number, payment_trade_no = 'T1') => ({
  paid_date: day(number),
  payment_trade_no,
  payments: 1,
});

onEngines('changed dates', (engine) => {
  it('are those of orders, payments and orphans that began or ended, but for payments that stayed', async () => {
    const rows: Rows = {
      order_rows: [
        { order_no: 'ASKED', business_date: day(1), ...BEGUN },
        { order_no: 'GONE', business_date: day(2), ...ENDED },
        ...EARLIER.map((row) => ({ order_no: 'STAYS', business_date: day(3), ...paid(3), ...row })),
        { order_no: 'PAID', business_date: day(1), ...paid(4), ...BEGUN },
        { order_no: 'UNPAID', business_date: day(1), ...paid(5), ...ENDED },
        ...again('SAMEPAYMENT', { business_date: day(1), ...paid(6) }, { account_no: 'A1' }),
        ...again('OTHERAMOUNT', { business_date: day(1), ...paid(7) }, { paid_minor: 5 }),
        ...again('MOVED', { business_date: day(1), ...paid(8) }, paid(9)),
        ...again('SAMEINBRAZIL', { business_date: day(1), ...paid(10) }),
        { order_no: 'PAIDINEGYPT', business_date: day(1), region: 'EG', ...paid(10), ...BEGUN },
        ...again('ONEOFTWO', { business_date: day(1), ...paid(11) }),
        ...again('OTHEROFTWO', { business_date: day(2), ...paid(11, 'T2') }, { paid_minor: 5 }),
        { order_no: 'ONETRADENO', business_date: day(1), ...paid(12), ...ENDED },
        { order_no: 'ONETRADENO2', business_date: day(1), ...paid(12), ...BEGUN },
        { order_no: 'TWOMERCHANTS', business_date: day(1), ...paid(13), ...ENDED },
        { order_no: 'TWOMERCHANTS', business_date: day(1), merchant_id: 'M2', ...paid(13), ...BEGUN },
      ],
      separate_payments: [
        { order_no: 'TWICE', payment: 'P1', paid_date: day(14), ...BEGUN },
        { order_no: 'TWICE', payment: 'P2', paid_date: day(15), ...ENDED },
        { order_no: 'TWICE', payment: 'P3', paid_date: day(16) },
        ...again('TWICE', { payment: 'P4', paid_date: day(17) }),
      ],
      orphan_results: [
        { order_no: 'ORPHAN', business_date: day(18), ...BEGUN },
        { order_no: 'ORPHAN', business_date: day(19), ...ENDED },
        { order_no: 'ORPHAN', business_date: day(20) },
      ],
    };
    const dates = await changes(await engine.emptied(), '010_dates', rows, 'changed_dates', 'date, region');
    const changed = [1, 2, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15, 18, 19].map((number) => `${day(number)} BR`);
    expect(dates).toEqual([...changed, `${day(1)} EG`, `${day(10)} EG`].toSorted());
  });

  it('are those of rows of statements and payouts, each once', async () => {
    const payout = (payout_id: string, more: object) => ({ payout_id, ...more });
    const rows: Rows = {
      statement_rows: [
        { row_date: day(1), ...BEGUN },
        { row_date: day(2), ...ENDED },
        { row_date: day(3) },
        { row_date: day(4), ...BEGUN },
        { row_date: day(5), ...BEGUN },
        { row_date: day(6), ...BEGUN },
      ],
      payout_rows: [
        payout('SETTLED', { settled_on: day(7), ...BEGUN }),
        payout('BOOKED', { booked_on: day(8), ...BEGUN }),
        payout('BOTH', { settled_on: day(9), booked_on: day(10), ...BEGUN }),
        payout('NEITHER', BEGUN),
        payout('NOLONGER', { booked_on: day(11), ...ENDED }),
        payout('STAYS', { settled_on: day(12) }),
        payout('AGAIN', { settled_on: day(13), ...ENDED }),
        payout('AGAIN', { settled_on: day(13), ...BEGUN }),
      ],
      changed_dates: [
        { date: day(4), run_id: RUN },
        { date: day(5), run_id: RUN, region: 'EG' },
        { date: day(6), run_id: RUN - 1 },
      ],
    };
    const store = await engine.emptied();
    const dates = await changes(store, '015_dates_of_statements', rows, 'changed_dates', 'date, region');
    const changed = [1, 2, 4, 5, 6, 7, 8, 9, 11, 13].map((number) => `${day(number)} BR`);
    expect(dates).toEqual([...changed, `${day(5)} EG`].toSorted());
  });
});

const asked = (number: number, requested_minor: number | null, more: object = {}) => ({
  ...{ business_date: day(number), requested_currency: 'BRL', requested_minor, outcome: 'PENDING' },
  ...more,
});

onEngines('changes of sums', (engine) => {
  it('of what was requested and left are kept by date and flow, where they are any', async () => {
    const closed = (number: number, outcome: string) => ({ closed_on: day(number), outcome });
    const rows: Rows = {
      order_rows: [
        { order_no: 'WAITING', ...asked(1, 100), ...BEGUN },
        { order_no: 'PAID', ...asked(1, 50, closed(2, 'MATCHED')), ...BEGUN },
        { order_no: 'UNREADABLE', ...asked(3, null, closed(4, 'EXPIRED')), ...BEGUN },
        { order_no: 'NOTHING', ...asked(5, 0), ...BEGUN },
        { order_no: 'ORPHAN', ...asked(5, 7, { outcome: 'ORPHAN' }), ...BEGUN },
        { order_no: 'ENDED', ...asked(6, 30, closed(7, 'MISMATCH')), ...ENDED },
        { order_no: 'ENDEDUNREAD', ...asked(6, null, closed(8, 'FAILED')), ...ENDED },
        { order_no: 'WASORPHAN', ...asked(6, 7, { outcome: 'ORPHAN' }), ...ENDED },
        ...EARLIER.map((row) => ({ order_no: 'STAYS', ...asked(9, 9, closed(9, 'MATCHED')), ...row })),
        ...again('ASBEFORE', asked(10, 10), { outcome: 'STUCK' }),
        ...again('OTHERAMOUNT', asked(11, 10), { requested_minor: 15 }),
        ...again('NOLONGERREAD', asked(12, 0), { requested_minor: null }),
      ],
    };
    const columns = 'date, region, merchant_id, currency, flow, orders, requested_minor, unreadable';
    const flows = await changes(await engine.emptied(), '020_flows', rows, 'flow_changes', columns);
    expect(flows).toEqual(
      [
        `${day(1)} BR M1 BRL requested 2 150 0`,
        `${day(2)} BR M1 BRL paid 1 50 0`,
        `${day(3)} BR M1 BRL requested 1 0 1`,
        `${day(4)} BR M1 BRL expired 1 0 1`,
        `${day(5)} BR M1 BRL requested 1 0 0`,
        `${day(6)} BR M1 BRL requested -2 -30 -1`,
        `${day(7)} BR M1 BRL paid -1 -30 0`,
        `${day(8)} BR M1 BRL failed -1 0 -1`,
        `${day(11)} BR M1 BRL requested 0 5 0`,
        `${day(12)} BR M1 BRL requested 0 0 1`,
      ].toSorted(),
    );
  });

  it('of delays are kept by hour and delay, where they are any', async () => {
    const delayed = (number: number, payment: number | null, callback: number | null, more: object = {}) => ({
      ...{ ...paid(number), payment_method: 'PIX', paid_hour: 10, after_expiry: false, late: false },
      ...{ payment_delay_seconds: payment, callback_delay_seconds: callback, ...more },
    });
    const rows: Rows = {
      order_rows: [
        { order_no: 'BOTH', ...delayed(1, 60, 3, { late: true }), ...BEGUN },
        { order_no: 'NOREQUEST', ...delayed(2, null, 4), ...BEGUN },
        { order_no: 'NOTIME', ...delayed(3, null, null, { paid_hour: null }), ...BEGUN },
        { order_no: 'ENDED', ...delayed(4, 61, 5, { after_expiry: true }), ...ENDED },
        { order_no: 'WASNOREQUEST', ...delayed(4, null, 6), ...ENDED },
        { order_no: 'WASNOTIME', ...delayed(4, null, null, { paid_hour: null }), ...ENDED },
        ...EARLIER.map((row) => ({ order_no: 'STAYS', ...delayed(5, 5, 5), ...row })),
        ...again('ASBEFORE', delayed(6, 6, 6), { outcome: 'MISMATCH' }),
        ...again('NOWLATE', delayed(7, 7, 7), { late: true }),
      ],
    };
    const columns = 'date, region, payment_method, hour, measure, seconds, payments, late';
    const delays = await changes(await engine.emptied(), '030_delays', rows, 'delay_changes', columns);
    expect(delays).toEqual(
      [
        `${day(1)} BR PIX 10 callback 3 1 1`,
        `${day(1)} BR PIX 10 payment 60 1 0`,
        `${day(2)} BR PIX 10 callback 4 1 0`,
        `${day(4)} BR PIX 10 callback 5 -1 0`,
        `${day(4)} BR PIX 10 callback 6 -1 0`,
        `${day(4)} BR PIX 10 payment 61 -1 -1`,
        `${day(7)} BR PIX 10 callback 7 0 1`,
      ].toSorted(),
    );
  });

  it('of payments are kept by date, where they are any', async () => {
    const of = (number: number, paid_minor: number | null, more: object = {}) => ({
      ...{ ...paid(number), payment_method: 'PIX', paid_currency: 'BRL', paid_minor, ...more },
    });
    const reversed = { outcome: 'REVERSED' };
    const rows: Rows = {
      order_rows: [
        { order_no: 'PAID', ...of(1, 100), ...BEGUN },
        { order_no: 'REFUNDED', ...of(1, 20, reversed), ...BEGUN },
        { order_no: 'UNREADABLE', ...of(2, null), ...BEGUN },
        { order_no: 'NOTHING', ...of(3, 0), ...BEGUN },
        { order_no: 'ENDED', ...of(4, 30), ...ENDED },
        { order_no: 'WASREFUNDED', ...of(4, 5, reversed), ...ENDED },
        { order_no: 'ENDEDUNREAD', ...of(5, null), ...ENDED },
        ...EARLIER.map((row) => ({ order_no: 'STAYS', ...of(6, 6), ...row })),
        ...again('ASBEFORE', of(7, 7), { outcome: 'MISMATCH' }),
        ...again('OTHERAMOUNT', of(8, 8), { paid_minor: 10 }),
        ...again('NOWREFUNDED', of(9, 9), reversed),
        ...again('NOLONGERREAD', of(10, 0), { paid_minor: null }),
      ],
    };
    const columns =
      'date, region, merchant_id, payment_method, currency, payments, paid_minor, refunded_minor, unreadable';
    const sums = await changes(await engine.emptied(), '040_payments', rows, 'payment_changes', columns);
    expect(sums).toEqual(
      [
        `${day(1)} BR M1 PIX BRL 2 120 20 0`,
        `${day(2)} BR M1 PIX BRL 1 0 0 1`,
        `${day(3)} BR M1 PIX BRL 1 0 0 0`,
        `${day(4)} BR M1 PIX BRL -2 -35 -5 0`,
        `${day(5)} BR M1 PIX BRL -1 0 0 -1`,
        `${day(8)} BR M1 PIX BRL 0 2 0 0`,
        `${day(9)} BR M1 PIX BRL 0 0 9 0`,
        `${day(10)} BR M1 PIX BRL 0 0 0 1`,
      ].toSorted(),
    );
  });
});
