/** Cases in which one word of a statement decides. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { keepRunCoverage } from '../../src/coverage/keep-run-coverage.ts';
import type { Store } from '../../src/database/store.ts';
import { transaction } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { addSeconds, formatInstant } from '../../src/normalise/instant.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { DATE, feed, instant, MORNING, NOON, publish, readCsv, SETTINGS } from '../export/books.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { judged } from './judged.ts';
import { putRows, putSource } from './put-rows.ts';

const declare = (store: Store, path: string, until: string) =>
  ingest(store, SETTINGS, { paths: [path], readAt: instant(MORNING), completeUntil: instant(until) });

/** A request of {@link payInLine} that was sent at another time. */
const sentAt = (line: string, time: string) => line.replaceAll('2026-11-19T10:05:00-03:00', time);

const rowsOf = <Row>(store: Store, query: string): Promise<Row[]> =>
  store.session(async ({ db }) => (await sql<Row>`${sql.raw(query)}`.execute(db)).rows);

onEngines('a run', (engine) => {
  it('knows the declaration that was made last, also if it repeats the one before the last', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const path = join(folder, 'day.ndjson');
    await feed(store, path, [payInLine()]);
    for (const until of ['2026-11-20T03:00:00Z', '2026-11-20T01:00:00Z', '2026-11-20T03:00:00Z']) {
      await declare(store, path, until);
    }
    const { summaries } = await publish(store, join(folder, 'out'));
    expect(summaries[0]!.coverage).toMatchObject({
      payInsUntil: '2026-11-20T03:00:00Z',
      payInsCoverage: true,
    });
    const manifest = JSON.parse(readFileSync(join(folder, 'out', DATE, 'BR/v1/manifest.json'), 'utf8'));
    expect(manifest.sources).toMatchObject([{ records: 1, complete_until: '2026-11-20T03:00:00Z' }]);
  });

  it('with an earlier as-of lets a finding be first seen then, also after it', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const order = { orderNo: 'ORDER00009', tradeNo: 'T9' };
    // The second makes the order be judged again when the later results are restored.
    const lines = [callbackLine(order), callbackLine({ ...order, at: '2026-11-20T14:00:00Z' })];
    await feed(store, join(folder, 'day.ndjson'), lines);
    await publish(store, join(folder, 'out'), NOON);
    await publish(store, join(folder, 'out'), MORNING, { dates: ['2026-11-18'] });
    const findings = await rowsOf<{ first_seen_at: string }>(
      store,
      `select first_seen_at from finding_results where until_run is null limit 1`,
    );
    expect(findings.map((row) => row.first_seen_at)).toEqual([formatInstant(instant(MORNING))]);
  });

  it('with an earlier as-of leaves later ones when a finding that it does not see was first seen', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'day.ndjson'), [payInLine()]);
    await publish(store, join(folder, 'out'), MORNING);
    await publish(store, join(folder, 'out'), NOON);
    await publish(store, join(folder, 'out'), '2026-11-19T13:10:00Z', { dates: ['2026-11-18'] });
    const findings = await rowsOf<{ first_seen_at: string }>(
      store,
      `select first_seen_at from finding_results where until_run is null and code = 'STUCK_PROCESSING'`,
    );
    expect(findings).toEqual([{ first_seen_at: formatInstant(instant(MORNING)) }]);
  });

  it('keeps no change of flows that changes nothing, and one to an unreadable amount and back', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const request = { orderNo: 'ORDER00007', tradeNo: 'T7' };
    await feed(store, join(folder, 'day.ndjson'), [payInLine({ ...request, amount: '0' })]);
    await publish(store, join(folder, 'out'), '2026-11-19T13:10:00Z');
    // PENDING becomes STUCK: requested as before.
    await publish(store, join(folder, 'out'), MORNING);
    const earlier = payInLine({ ...request, amount: '"abc"', at: '2026-11-19T13:00:00Z' });
    await feed(store, join(folder, 'more.ndjson'), [earlier]);
    await publish(store, join(folder, 'out'), NOON);
    const first = sentAt(payInLine({ ...request, amount: '5' }), '2026-11-19T09:55:00-03:00');
    await feed(store, join(folder, 'first.ndjson'), [first], NOON);
    await publish(store, join(folder, 'out'), '2026-11-20T16:00:00Z');
    const changes = await rowsOf<Record<string, unknown>>(
      store,
      `select orders::integer, requested_minor::text, unreadable::integer from flow_changes
       where flow = 'requested' order by run_id`,
    );
    expect(changes).toEqual([
      { orders: 1, requested_minor: '0', unreadable: 0 },
      { orders: 0, requested_minor: '0', unreadable: 1 },
      { orders: 0, requested_minor: '5', unreadable: -1 },
    ]);
  });

  it('writes the date again from which nothing but a callback of an orphan has gone', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const orphan = { orderNo: 'ORDER00008', tradeNo: 'T8' };
    const other = callbackLine({
      ...orphan,
      tradeNo: 'T9',
      status: 'PROCESSING',
      at: '2026-11-19T13:05:30Z',
    });
    await feed(store, join(folder, 'day.ndjson'), [callbackLine(orphan), other]);
    await publish(store, join(folder, 'out'), MORNING);
    const books = join(folder, 'out', DATE, 'BR');
    const orphans = (version: string) =>
      readCsv(join(books, version, 'orphan-callbacks.csv')).map((row) => row['trade_no']);
    expect(orphans('v1')).toEqual(['T8', 'T9']);
    // Its order is of another date.
    const owner = sentAt(payInLine({ orderNo: 'ORDER00007', tradeNo: 'T9' }), '2026-11-18T10:00:00-03:00');
    await feed(store, join(folder, 'owner.ndjson'), [owner]);
    await publish(store, join(folder, 'out'), NOON, { dates: ['2026-11-18'] });
    expect(orphans('latest')).toEqual(['T8']);
    expect(readCsv(join(books, 'latest/orders.csv'))).toEqual(readCsv(join(books, 'v1/orders.csv')));
  });

  it('gives a callback to a new order of its tradeNo, also if no other order is judged again', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'day.ndjson'), [callbackLine({ orderNo: 'ORDER00008', tradeNo: 'T9' })]);
    await publish(store, join(folder, 'out'), MORNING);
    // Whole as the interface asks, so that it is read straight from its record.
    const owner = payInLine({ orderNo: 'ORDER00007', tradeNo: 'T9' }).replace(
      '"channel":{',
      '"channel":{"paymentUrl":"https://pay.example/T9",',
    );
    await feed(store, join(folder, 'owner.ndjson'), [owner]);
    await publish(store, join(folder, 'out'), MORNING);
    const orders = await rowsOf<{ order_no: string; payments: number; findings: string }>(
      store,
      'select order_no, payments, findings from order_results where until_run is null order by order_no',
    );
    expect(orders).toEqual([{ order_no: 'ORDER00007', payments: 1, findings: 'KEY_MISMATCH' }]);
  });

  it('counts forged callbacks once that state one amount in two ways', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const forged = (amount: string, at: string) =>
      callbackLine({ currency: 'EGP', method: 'FAWRY', amount, at }).replace(
        '"verified":true',
        '"verified":false',
      );
    await feed(store, join(folder, 'day.ndjson'), [
      payInLine({ currency: 'EGP', method: 'FAWRY' }),
      forged('200.0', '2026-11-19T13:06:02Z'),
      forged('200.00', '2026-11-19T13:06:03Z'),
    ]);
    await publish(store, join(folder, 'out'), MORNING);
    const findings = await rowsOf<{ actual: string }>(
      store,
      `select actual from finding_results where until_run is null and code = 'UNVERIFIED_CALLBACK'`,
    );
    expect(findings).toEqual([{ actual: '1 callback with verified: false' }]);
  });

  it('takes of unreadable amounts of one payment the greatest text, whatever else they have', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const orders = Array.from({ length: 12 }, (_, at) => ({
      orderNo: `ORDER0010${at}`,
      tradeNo: `T10${at}`,
    }));
    const lines = orders.flatMap((order) => [
      payInLine(order),
      ...['"1x"', '"2x"'].map((amount) => callbackLine({ ...order, amount })),
    ]);
    await feed(store, join(folder, 'day.ndjson'), lines);
    await publish(store, join(folder, 'out'));
    const texts = await rowsOf<{ paid_text: string }>(store, 'select distinct paid_text from order_results');
    expect(texts).toEqual([{ paid_text: '2x' }]);
  });

  it('closes an order that expires on the date on which its horizon ends', async () => {
    const store = await engine.emptied();
    const closed = await store.session(async (session) => {
      await putSource(session, { records: 1, accepted: 1 });
      const request = { order_no: 'ORDER00006', region: '', response_code: '00' };
      await putRows(session, 'pay_ins', [{ ...request, expires_at: '2026-11-11T23:00:00Z' }]);
      await judged(session, SETTINGS);
      return session.db.selectFrom('order_rows').select(['outcome', 'closed_on']).execute();
    });
    expect(closed).toEqual([{ outcome: 'EXPIRED', closed_on: '2026-11-18' }]);
  });

  it('lists a line that was read less than seven days ago', async () => {
    const read = instant(MORNING);
    for (const [seconds, rows] of [
      [7 * 86_400 - 1, 1],
      [7 * 86_400 + 1, 0],
    ] as const) {
      const store = await engine.open();
      const folder = temporaryFolder();
      const out = join(folder, 'out');
      await feed(store, join(folder, 'day.ndjson'), [payInLine(), '{"sentAt": "2026-11-19T13:0'], MORNING);
      await publish(
        store,
        out,
        formatInstant(addSeconds(read, seconds)).replace(' ', 'T').replace('+00', 'Z'),
      );
      expect(readCsv(join(out, DATE, 'BR', 'latest', 'rejected-records.csv'))).toHaveLength(rows);
    }
  });
});

onPostgresql('while a run is at work', (engine) => {
  it('the first declaration of all is left to the next run', async () => {
    const store = await engine.open();
    const path = join(temporaryFolder(), 'day.ndjson');
    await feed(store, path, [payInLine()]);
    const request = { asOf: instant(MORNING), startedAt: instant(MORNING) };
    const declared = await store.session((session) =>
      transaction(session, async () => {
        const run = await reconcile(session, SETTINGS, request);
        await store.apart(async (other) => {
          await sql`
            insert into coverage_declarations (source_id, complete_until, declared_at, after_run)
            select source_id, '2026-11-20T03:00:00Z', '2026-11-20T12:00:00Z', 0 from sources`.execute(
            other.db,
          );
        });
        await keepRunCoverage(session, SETTINGS, run);
        return session.db.selectFrom('run_coverage').select('declared_until').execute();
      }),
    );
    expect(new Set(declared.map((row) => row.declared_until))).toEqual(new Set([null]));
  });
});
