/** Only payments make statements cover their dates: refunds may have the time of the payment, payouts come without payments. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../src/books/run/renormalise.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { feed, instant } from '../export/books.ts';
import { lines, write } from '../ingest/reading.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOON = '2026-11-21T12:00:00Z';
const MAP = { portal: { kind: 'statement' as const, values: { currency: 'BRL' } } };
const SETTINGS = parseSettings({ map: MAP });
const HEAD = 'row_id,order_no,merchant_id,type,gross,completed_at';
/** Six payments from the begin of 19 November in São Paulo to its end. */
const PAYMENTS = ['19T03:01', '19T09:00', '19T15:00', '19T21:00', '20T01:00', '20T02:59'].map(
  (time, at) => `R${at},STATED${at},M0001,payment,5,2026-11-${time}:00Z`,
);
const EARLIER = (type: string) => `E,OLD,M0001,${type},5,2026-09-01T12:00:00Z`;

async function ground(engine: Engine) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  const paid = { orderNo: 'PAID', tradeNo: 'TPAID' };
  const logs = [payInLine(paid), callbackLine(paid)];
  const tenth = logs.map((line) => line.replaceAll('2026-11-19', '2026-11-10'));
  await feed(store, join(folder, 'logs/day.ndjson'), tenth, NOON);
  const file = (name: string, ...rows: string[]) =>
    ingest(store, SETTINGS, { paths: [write(folder, name, lines(...rows))], readAt: instant(NOON) });
  const ask = <Row>(query: string) =>
    store.session(async ({ db }) => (await sql<Row>`${sql.raw(query)}`.execute(db)).rows);
  return {
    ask,
    read: (...rows: string[]) => file('portal.csv', HEAD, ...rows),
    file,
    counted: () =>
      ask("select slot_at, records from record_counts where kind = 'statement' order by slot_at"),
    recount: () =>
      renormalise(store, parseSettings({ map: { portal: { ...MAP.portal, unit: 'minor' } } }), {
        ...{ asOf: instant(NOON), startedAt: instant(NOON), out: join(folder, 'out') },
      }),
    covered: async () => {
      const request = { dates: ['2026-11-10'], asOf: instant(NOON), startedAt: instant(NOON) };
      const { summaries } = await reconcileDates(store, SETTINGS, { ...request, out: join(folder, 'out') });
      const dates = await ask<{ date: string }>(
        'select date from stated_dates where until_run is null order by date',
      );
      const found = summaries.flatMap(({ findings }) =>
        findings.filter(({ code }) => code === 'NOT_IN_STATEMENT'),
      );
      return { dates: dates.map(({ date }) => date), orders: found.map(({ example }) => example) };
    },
  };
}

onEngines('a statement of a day', (engine) => {
  it.each(['refund', 'chargeback', 'fee', 'payout', 'other'])(
    'with an earlier %s covers the day alone',
    async (type) => {
      const { ask, read, covered, counted, recount } = await ground(engine);
      await read(...PAYMENTS, EARLIER(type));
      expect(await covered()).toEqual({ dates: ['2026-11-19'], orders: [] });
      const counts = await counted();
      expect(counts).toHaveLength(PAYMENTS.length);
      await ask('update record_counts set records = records + 1');
      await recount();
      expect(await counted()).toEqual(counts);
    },
  );

  it('that does not reach its end is not completed by later payouts and fees, but by a later payment', async () => {
    const { read, file, covered } = await ground(engine);
    await read(
      ...['10T03:01', '10T20:00'].map((time) => `${time},STATED,M0001,payment,5,2026-11-${time}:00Z`),
    );
    await file(
      'portal-payouts.csv',
      'row_id,type,gross,settled_on,payout_id',
      ...['11', '12'].map((day) => `PO${day},payout,5,2026-11-${day},PO-${day}`),
    );
    await file('portal-fees.csv', HEAD, 'F1,STATED,M0001,fee,1,2026-11-11T12:00:00Z');
    expect(await covered()).toEqual({ dates: [], orders: [] });
    await file('portal-next.csv', HEAD, 'R9,STATED9,M0001,payment,5,2026-11-11T03:01:00Z');
    expect(await covered()).toEqual({ dates: ['2026-11-10'], orders: ['PAID'] });
  });

  it('with a payment of months ago covers the months', async () => {
    const { read, covered } = await ground(engine);
    await read(...PAYMENTS, EARLIER('payment'));
    const { dates, orders } = await covered();
    expect([dates.at(0), dates.at(-1), dates.length]).toEqual(['2026-09-02', '2026-11-19', 79]);
    expect(orders).toEqual(['PAID']);
  });
});
