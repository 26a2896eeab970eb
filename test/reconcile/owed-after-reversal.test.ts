/** Money of an order that was reversed and paid again is owed from the date of its deciding payment. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { owedMinor, returnedMinor } from '../../reports/owed.ts';
import { purge } from '../../src/books/periods/purge.ts';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import { type Store, transaction } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { type Day, MONDAY, on, TUESDAY, WEDNESDAY } from '../books/run/reported-books.ts';
import { lines, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { putRows, putSource, type Row } from './put-rows.ts';
import { instantOf } from './run-scenario.ts';

const SETTINGS = parseSettings({ statuses: { reversed: ['REFUNDED'] } });
const THURSDAY = '2026-11-19T08:00:00Z';
const IN_DECEMBER = '2026-12-01T12:00:00Z';

const notified = (date: Day, orderNo: string, tradeNo: string, status = 'SUCCESS', time = '13:07') =>
  on(date, callbackLine({ orderNo, tradeNo, status, at: `${date}T${time}:00Z` })).replace(
    'T10:06:00-03:00',
    `T${time}:00Z`,
  );
const refund = (orderNo: string, gross: string, date: Day) =>
  `{"statement":{"type":"refund","order_no":"${orderNo}","currency":"BRL","gross":"${gross}","completed_at":"${date}T15:00:00Z"}}`;

/** One order is paid again on Tuesday and gets all of it back, the other on Wednesday, and gets a part before. */
const RECORDS = [
  ...['RETURNED01', 'STILLOWED1'].map((orderNo) =>
    on(MONDAY, payInLine({ orderNo, tradeNo: `${orderNo}A`, at: `${MONDAY}T13:05:00Z` })),
  ),
  notified(MONDAY, 'RETURNED01', 'RETURNED01A'),
  notified(MONDAY, 'RETURNED01', 'RETURNED01A', 'REFUNDED', '14:00'),
  notified(TUESDAY, 'RETURNED01', 'RETURNED01B'),
  refund('RETURNED01', '200.00', TUESDAY),
  notified(MONDAY, 'STILLOWED1', 'STILLOWED1A'),
  notified(TUESDAY, 'STILLOWED1', 'STILLOWED1A', 'REFUNDED'),
  notified(WEDNESDAY, 'STILLOWED1', 'STILLOWED1B'),
  refund('STILLOWED1', '50.00', TUESDAY),
];

const judge = (store: Store, asOf: string) =>
  store.session((session) =>
    transaction(session, () =>
      reconcile(session, SETTINGS, { asOf: instantOf(asOf), startedAt: instantOf(asOf) }),
    ),
  );

async function judged(store: Store): Promise<void> {
  const path = write(temporaryFolder(), 'a.ndjson', lines(...RECORDS));
  await ingest(store, SETTINGS, { paths: [path], readAt: instantOf(THURSDAY) });
  await judge(store, THURSDAY);
}

/** Makes the results and sums those of the first edition of the rules: money was owed from the date of the reversal. */
const becomeEarlier = (store: Store) =>
  store.session((session) =>
    session.script(`
      update order_rows set owed_since = null;
      update owed_changes set date = '${MONDAY}' where date = '${TUESDAY}' and flow = 'owed';
      update owed_changes set date = '${TUESDAY}' where date = '${WEDNESDAY}';
      update judgings set judging_rules = 1, judging_digest = 'of the first edition'`),
  );

/** The kept sums by date, whether what is owed is what they come to, and what verify finds in the books. */
function owed(store: Store) {
  return store.session(async (session) => {
    const { rows: sums } = await sql<{ sum: string }>`
      select concat_ws(' ', date, flow, sum(orders), sum(minor)) as sum from owed_changes
      group by date, flow having sum(orders) <> 0 or sum(minor) <> 0 order by date, flow`.execute(session.db);
    const { rows: kept } = await sql<{ kept: string }>`
      select sum(case flow when 'owed' then minor else -minor end)::text as kept
      from owed_changes`.execute(session.db);
    const { rows: due } = await sql<{ due: string }>`
      select sum(${owedMinor('o')} - coalesce(${returnedMinor('o')}, 0))::text as due
      from order_rows o where until_run is null`.execute(session.db);
    return { sums: sums.map(({ sum }) => sum), ...kept[0]!, ...due[0]! };
  });
}

async function wrong(store: Store): Promise<unknown[]> {
  const results = await verify(store, SETTINGS, { dates: [], out: join(temporaryFolder(), 'reports') });
  return [...deviationsOf(results), ...results.filter(({ state }) => state !== 'ok')];
}

const OF_RETURNED = [`${TUESDAY} owed 1 20000`, `${TUESDAY} returned 1 20000`];
const OF_STILL_OWED = [`${WEDNESDAY} owed 1 20000`, `${WEDNESDAY} returned 1 5000`];
const TOTALS = { kept: '15000', due: '15000' };

onEngines('money of an order that was reversed and paid again', (engine) => {
  it('is owed from the date of the deciding payment, and returned from then on', async () => {
    const store = await engine.open();
    await judged(store);
    expect(await owed(store)).toEqual({ sums: [...OF_RETURNED, ...OF_STILL_OWED], ...TOTALS });
    expect(await wrong(store)).toEqual([]);
  });

  it('moves there from the reversal with the first run of a new edition of the rules', async () => {
    const store = await engine.open();
    await judged(store);
    await becomeEarlier(store);
    expect(await wrong(store)).toEqual([]);
    await judge(store, THURSDAY);
    const after = { sums: [...OF_RETURNED, ...OF_STILL_OWED], ...TOTALS };
    expect(await owed(store)).toEqual(after);
    expect(await wrong(store)).toEqual([]);
  });

  it('stays where it was of an order that was purged before that run, and is counted once of those that stay', async () => {
    const store = await engine.open();
    await judged(store);
    await becomeEarlier(store);
    const before = await owed(store);
    expect(before).toEqual({
      sums: [`${MONDAY} owed 1 20000`, `${TUESDAY} owed 1 20000`, `${TUESDAY} returned 2 25000`],
      ...TOTALS,
    });
    const request = { limit: { before: '2026-12-01' }, who: 'ana', reason: 'retention' };
    const purged = await purge(store, SETTINGS, { ...request, at: instantOf(IN_DECEMBER) });
    expect(purged).toMatchObject({
      dates: [
        { date: MONDAY, orders: 1 },
        { date: TUESDAY, orders: 0 },
      ],
    });
    expect(await owed(store)).toEqual(before);
    expect(await wrong(store)).toEqual([]);

    for (const asOf of [IN_DECEMBER, '2026-12-01T13:00:00Z']) {
      await judge(store, asOf);
      expect(await owed(store)).toEqual({
        sums: [`${MONDAY} owed 1 20000`, OF_RETURNED[1], ...OF_STILL_OWED],
        ...TOTALS,
      });
      expect(await wrong(store)).toEqual([]);
      await store.session(({ db }) => sql`update judgings set judging_digest = 'other settings'`.execute(db));
    }
  });
});

const REQUEST = {
  requested_at: '2026-11-18T13:00:00Z',
  created_at: '2026-11-18T13:00:01Z',
  response_code: '00',
};
const ASKED = { amount_minor: 100, amount_text: '100', currency: 'BRL', expires_at: '2026-11-18T14:00:00Z' };
const payment = (order_no: string, trade_no: string, amount_minor: number, more: Row = {}) => ({
  ...{ order_no, trade_no, amount_minor, amount_text: String(amount_minor), currency: 'BRL' },
  ...{ completed_at: '2026-11-18T13:05:00Z', received_at: '2026-11-18T13:05:03Z', ...more },
});
const reversal = (order_no: string) =>
  payment(order_no, 'T1', 100, { status: 'REFUNDED', received_at: '2026-11-18T20:00:00Z' });
const EGYPTIAN = { currency: 'EGP' };
const DAY_BEFORE = { completed_at: '2026-11-17T13:05:00Z' };

/** Payments of orders, whether they were reversed, and the date from which on their row says that money is owed. */
const ROWS: ReadonlyArray<
  readonly [isReversed: boolean, since: string | null, payments: Row[], request?: Row]
> = [
  [true, '2026-11-18', [payment('TWICE', 'T1', 100), payment('TWICE', 'T2', 1)]],
  [true, '2026-11-18', [1, 2, 3].map((number) => payment('THRICE', `T${number}`, 40))],
  [true, '2026-11-18', [payment('EARLY', 'T1', 100, DAY_BEFORE), payment('EARLY', 'T2', 1, DAY_BEFORE)]],
  [
    ...([true, '2026-11-18'] as const),
    [payment('REFUSED', 'T1', 1), payment('REFUSED', 'T2', 1)],
    { response_code: '01' },
  ],
  [
    ...([true, '2026-11-18'] as const),
    [payment('NEXTDAY', 'T1', 100), payment('NEXTDAY', 'T2', 1)],
    { requested_at: '2026-11-17T13:00:00Z', created_at: '2026-11-17T13:00:01Z' },
  ],
  [false, null, [payment('STAYS', 'T1', 100), payment('STAYS', 'T2', 1)]],
  [true, null, [payment('ONCE', 'T1', 101)]],
  [true, null, [payment('HALVES', 'T1', 50), payment('HALVES', 'T2', 50)]],
  [true, null, [payment('LESS', 'T1', 50), payment('LESS', 'T2', 49)]],
  [true, null, [payment('OTHERMONEY', 'T1', 500, EGYPTIAN), payment('OTHERMONEY', 'T2', 500, EGYPTIAN)]],
];

onEngines('the row of an order', (engine) => {
  it('says since when money is owed if it was reversed and more was paid than asked for, more than once', async () => {
    const store = await engine.emptied();
    const orders = ROWS.map(([isReversed, since, payments, request = {}]) => {
      const orderNo = String(payments[0]!['order_no']);
      return { orderNo, isReversed, since, payments, request };
    });
    const payIns = orders.map(({ orderNo, request }) => ({
      ...REQUEST,
      ...ASKED,
      order_no: orderNo,
      ...request,
    }));
    const callbacks = orders.flatMap(({ orderNo, isReversed, payments }) => [
      ...payments,
      ...(isReversed ? [reversal(orderNo)] : []),
    ]);
    const records = payIns.length + callbacks.length;
    await store.session(async (session) => {
      await putSource(session, { records, accepted: records });
      await putRows(session, 'pay_ins', payIns);
      await putRows(session, 'callbacks', callbacks);
    });
    await judge(store, THURSDAY);
    const { rows } = await store.session(({ db }) =>
      sql<{ row: string }>`
        select concat_ws(' ', order_no, outcome = 'REVERSED', coalesce(owed_since::text, 'never')) as row
        from order_rows`.execute(db),
    );
    expect(rows.map(({ row }) => row).toSorted()).toEqual(
      orders
        .map(({ orderNo, isReversed, since }) => `${orderNo} ${isReversed ? 't' : 'f'} ${since ?? 'never'}`)
        .toSorted(),
    );
  });
});
