/** What was read of a source is taken back: nothing of it counts any more, and nothing of it is lost. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readStories } from '../../../src/books/order/read-story.ts';
import { storyText } from '../../../src/books/order/story-text.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { type WithdrawRequest, withdraw } from '../../../src/books/withdraw/withdraw.ts';
import { withdrawText } from '../../../src/books/withdraw/withdraw-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  feed,
  instant,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  readCsv,
  SETTINGS,
} from '../../export/books.ts';
import { counts, evidence, lines, rowCounts, write } from '../../ingest/reading.ts';
import { publishedReports } from '../../reconcile/run-scenario.ts';
import { world } from '../../reconcile/world.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { RUNS } from '../../support/runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { adjustments, close } from '../periods/closed-books.ts';
import { MONDAY, MONDAYS, on, reported, THURSDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';

/** Values that a published table has, whenever and by whichever run they were found; a source's name and line beside. */
const HISTORY = ['first_seen_at_utc', 'read_at', 'source', 'line'];

async function ground(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  mkdirSync(out);
  return {
    ...{ store, folder, out },
    feed: (name: string, some: readonly string[]) => feed(store, join(folder, 'logs', name), some),
    withdraw: (source: string, more: Partial<WithdrawRequest> = {}, settings = SETTINGS) =>
      takeBack(store, out, source, more, settings),
    deviations: async (dates = [DATE]) => deviationsOf(await verify(store, SETTINGS, { dates, out })),
    file: (name: string, version = 'latest', region = 'BR') =>
      readCsv(join(out, DATE, region, version, `${name}.csv`)),
  };
}

function takeBack(
  store: Store,
  out: string,
  source: string,
  more: Partial<WithdrawRequest> = {},
  settings: Settings = SETTINGS,
) {
  const at = instant(NOON);
  const decided = { who: 'ana', reason: 'wrong file', at, asOf: at };
  return store.exclusively(() => withdraw(store, settings, { source, ...decided, out, ...more }));
}

/** The newest reports of all dates and regions, by the name of the folder and file, each row with what does not depend on the past. */
function reportsOf(out: string): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {};
  for (const path of publishedReports(out).keys()) {
    const [date, region, name] = path.split('/') as [string, string, string];
    // States, such as the rejected lines, are those of the run that published the newest facts.
    if (name.includes('restatement') || name === 'rejected-records.csv') continue;
    const rows = readCsv(join(out, date, region, 'latest', name)).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !HISTORY.includes(column))),
    );
    found[path] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

/** What the same files give in a store that never had another. */
async function fresh(engine: Engine, files: Readonly<Record<string, readonly string[]>>) {
  const { store, out, feed: read } = await ground(engine);
  for (const [name, some] of Object.entries(files)) await read(name, some);
  await publish(store, out, NOON);
  return { evidence: await evidence(store), reports: reportsOf(out) };
}

const PAYMENT = callbackLine({
  orderNo: 'ORDER00002',
  tradeNo: 'T2',
  amount: '12345',
  at: '2026-11-20T11:00:00Z',
});

onEngines('withdraw', (engine) => {
  it('leaves what a store has that never read the source, and the versions before as they were', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', EVIDENCE);
    await books.feed('wrong.ndjson', [
      PAYMENT,
      payInLine({ orderNo: 'ORDER00009', tradeNo: 'T9' }),
      // Unmatched callbacks of the day belong to the orders of the wrong file by their tradeNo.
      payInLine({ orderNo: 'ORDER00008', tradeNo: 'T4', amount: '700' }),
      '{"cut":',
      callbackLine({ orderNo: 'ORDER00077', tradeNo: 'T77' }).replace('"verified":true', '"verified":false'),
    ]);
    await publish(books.store, books.out, MORNING);
    const first = bytesBelow(join(books.out, DATE, 'BR/v1'));
    expect(books.file('orders').map((row) => `${row['order_no']} ${row['outcome']}`)).toEqual([
      'ORDER00001 MATCHED',
      'ORDER00002 MATCHED',
      'ORDER00008 MISMATCH',
      'ORDER00009 STUCK',
    ]);

    const result = await books.withdraw('wrong.ndjson');
    expect(result).toMatchObject({ payIns: 2, callbacks: 2, stay: 0, rejected: 1, reads: 1, entry: 1 });
    expect(result.dates).toEqual([{ date: DATE, region: 'BR', orders: 4, reported: true }]);
    expect(bytesBelow(join(books.out, DATE, 'BR/v1'))).toEqual(first);
    const expected = await fresh(engine, { 'day.ndjson': EVIDENCE });
    expect(await evidence(books.store)).toEqual(expected.evidence);
    expect(reportsOf(books.out)).toEqual(expected.reports);
    expect(await books.deviations()).toEqual([]);
    const went = books.file('restatement').filter(({ field }) => field === 'order');
    expect(went.map((row) => `${row['order_no']}: ${row['previous']} -> ${row['current']}`)).toEqual([
      `ORDER00004:  -> ${DATE} BR`,
      `ORDER00008: ${DATE} BR -> `,
      `ORDER00009: ${DATE} BR -> `,
    ]);
    expect(books.file('rejected-records', 'v1')).toHaveLength(3);
    expect(books.file('rejected-records')).toHaveLength(1);
    const manifest = JSON.parse(readFileSync(join(books.out, DATE, 'BR/latest/manifest.json'), 'utf8'));
    expect(manifest.sources).toHaveLength(1);
  });

  it('lets a file be read again with a corrected map, as if it never had been read with a wrong one', async () => {
    const csv = (folder: string) =>
      write(
        folder,
        'day.csv',
        lines(
          'order,trade,shop,kind,when,state,currency,value,other',
          'ORDER00001,T1,M0001,PIX,2026-11-19T10:06:00-03:00,SUCCESS,BRL,20000,1',
          'ORDER00002,T2,M0001,PIX,2026-11-19T10:07:00-03:00,SUCCESS,BRL,12345,2',
        ),
      );
    const mapped = (amount: string) =>
      parseSettings({
        map: {
          ...{
            order: 'body.orderNo',
            trade: 'body.tradeNo',
            shop: 'body.merchantId',
            kind: 'body.paymentMethod',
          },
          ...{ when: 'body.transactionTime', state: 'body.status', currency: 'body.money.currency' },
          ...(amount === 'value'
            ? { value: 'body.money.amount', other: 'body.merchantName' }
            : { other: 'body.money.amount', value: 'body.merchantName' }),
        },
      });
    const readAt = instant(MORNING);
    const payIns = [payInLine(), payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2', amount: '12345' })];
    const books = await ground(engine);
    await books.feed('day.ndjson', payIns);
    const path = csv(books.folder);
    await ingest(books.store, mapped('other'), { paths: [path], readAt });
    await publish(books.store, books.out, MORNING);
    expect(books.file('amount-mismatches')).toHaveLength(2);
    await books.withdraw('day.csv');
    const [again] = await ingest(books.store, mapped('value'), { paths: [path], readAt });
    expect(counts(again!)).toBe('2 = 2 + 0 + 0');
    // With the map of before too: what was withdrawn is not known any more.
    await books.withdraw(path);
    expect((await ingest(books.store, mapped('value'), { paths: [path], readAt })).map(counts)).toEqual([
      '2 = 2 + 0 + 0',
    ]);
    await publish(books.store, books.out, NOON);

    const right = await ground(engine);
    await right.feed('day.ndjson', payIns);
    await ingest(right.store, mapped('value'), { paths: [csv(right.folder)], readAt });
    await publish(right.store, right.out, NOON);
    expect(await evidence(books.store)).toEqual(await evidence(right.store));
    expect(reportsOf(books.out)).toEqual(reportsOf(right.out));
    expect(await books.deviations()).toEqual([]);
  });

  it('keeps what another source brought too, whichever came first, by other bytes or the same', async () => {
    const both = [payInLine(), callbackLine()];
    const books = await ground(engine);
    await books.feed('a.ndjson', both);
    await books.feed('b.ndjson', [...both, PAYMENT]);
    await books.feed('copy-of-b.ndjson', [...both, PAYMENT]);
    await publish(books.store, books.out, MORNING);
    const versions = bytesBelow(join(books.out, DATE, 'BR/v1'));
    expect(await books.withdraw('a.ndjson')).toMatchObject({
      payIns: 0,
      callbacks: 0,
      stay: 2,
      restated: undefined,
    });
    expect(await books.deviations()).toEqual([]);
    expect(await books.withdraw('b.ndjson')).toMatchObject({ payIns: 0, callbacks: 0, stay: 3 });
    expect(await books.deviations()).toEqual([]);
    expect(await evidence(books.store)).toEqual(
      (await fresh(engine, { 'b.ndjson': [...both, PAYMENT] })).evidence,
    );
    expect(await books.feed('a.ndjson', both)).toMatchObject([{ accepted: 0, duplicate: 2 }]);
    expect(await books.withdraw('copy-of-b.ndjson')).toMatchObject({ payIns: 0, callbacks: 1, stay: 2 });
    expect(await books.deviations()).toEqual([]);
    expect(await evidence(books.store)).toEqual((await fresh(engine, { 'a.ndjson': both })).evidence);
    expect(await books.withdraw('a.ndjson')).toMatchObject({ payIns: 1, callbacks: 1, stay: 0 });
    expect(await evidence(books.store)).toEqual({ pay_ins: [], callbacks: [], violations: [] });
    expect(books.file('orders')).toEqual([]);
    expect(await books.deviations()).toEqual([]);
    expect(bytesBelow(join(books.out, DATE, 'BR/v1'))).toEqual(versions);
  });

  it('lists an unverified callback with the source that has it, and as it was in the versions before', async () => {
    const line = callbackLine({ orderNo: 'ORDER00077', tradeNo: 'T77' }).replace(
      '"verified":true',
      '"verified":false',
    );
    const books = await ground(engine);
    const listed = (version: string) =>
      books.file('rejected-records', version).map(({ source }) => source!.slice(-8));
    await books.feed('a.ndjson', [payInLine(), line]);
    await books.feed('b.ndjson', ['', line, payInLine({ orderNo: 'ORDER00002' })]);
    await publish(books.store, books.out, MORNING);
    expect(listed('v1')).toEqual(['a.ndjson']);
    await books.withdraw('a.ndjson');
    expect(listed('v2')).toEqual(['b.ndjson']);
    expect(await books.deviations()).toEqual([]);
    await books.withdraw('b.ndjson');
    expect(listed('v3')).toEqual([]);
    expect(await books.deviations()).toEqual([]);
  });

  it('takes back the other name of bytes that came twice, and all reads of a file that grew', async () => {
    const books = await ground(engine);
    await books.feed('a.ndjson', [payInLine()]);
    await books.feed('b.ndjson', [payInLine()]);
    expect(await books.withdraw('b.ndjson')).toMatchObject({ payIns: 0, callbacks: 0, stay: 1, reads: 1 });
    await books.feed('a.ndjson', [payInLine(), callbackLine()]);
    expect(await books.withdraw('a.ndjson')).toMatchObject({ payIns: 1, callbacks: 1, stay: 0, reads: 2 });
    expect(await evidence(books.store)).toEqual({ pay_ins: [], callbacks: [], violations: [] });
  });

  it('takes back spellings and violations that only the source showed', async () => {
    const odd = payInLine({ amount: '2e4', payer: {} });
    for (const files of [
      [
        ['plain', payInLine()],
        ['odd', odd],
      ],
      [
        ['odd', odd],
        ['plain', payInLine()],
      ],
    ] as const) {
      const books = await ground(engine);
      for (const [name, line] of files) await books.feed(`${name}.ndjson`, [line]);
      await books.withdraw('odd.ndjson');
      expect(await evidence(books.store)).toEqual(
        (await fresh(engine, { 'plain.ndjson': [payInLine()] })).evidence,
      );
    }
  });

  it('does so in any small world: what stays is what the other files would have given', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(fc.nat({ max: 2 }), { minLength: 60 }),
        fc.nat({ max: 1 }),
        async (all, where, gone) => {
          const part = (file: number) =>
            all.filter((_line, at) => [file, 2].includes(where[at % where.length]!));
          const [store, out] = [await engine.emptied(), temporaryFolder()];
          const path = (name: string) => join(temporaryFolder(), name);
          await feed(store, path('0.ndjson'), part(0));
          await publish(store, out, MORNING);
          await feed(store, path('1.ndjson'), part(1));
          await publish(store, out, MORNING);
          await takeBack(store, out, `${gone}.ndjson`);
          const found = await evidence(store);
          const { rows } = { rows: await results(store) };
          expect(deviationsOf(await verify(store, SETTINGS, { dates: [DATE], out }))).toEqual([]);
          await engine.emptied();
          await feed(store, path('other.ndjson'), part(1 - gone));
          await publish(store, temporaryFolder(), NOON);
          expect(found).toEqual(await evidence(store));
          expect(rows).toEqual(await results(store));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('changes nothing in a dry run, and says what would change', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', EVIDENCE);
    await books.feed('late.ndjson', [LATE_CALLBACK]);
    await publish(books.store, books.out, NOON);
    const state = async () => ({
      evidence: await evidence(books.store),
      rows: await rowCounts(books.store),
      results: await results(books.store),
      reports: bytesBelow(books.out),
    });
    const before = await state();
    const result = await books.withdraw('late.ndjson', { dryRun: true });
    expect(await state()).toEqual(before);
    expect(result).toMatchObject({ callbacks: 1, entry: undefined, restated: undefined });
    expect(withdrawText(result, true).replace(/\S*late\.ndjson/, 'late.ndjson')).toBe(
      `Would withdraw late.ndjson, read 1 time.
1 record of 1 order would no longer count: 0 pay-in, 1 callback.

Paid date   Region  Currency  Payments before  after  Paid before   after
2026-11-19  BR      BRL                     3      2       330.00  207.00

Date        Region  Orders
2026-11-19  BR           1  reported, would get a new version

Nothing was changed. Run it without --dry-run to withdraw the source.`,
    );
  });

  it('says which source is meant, and that it is withdrawn already', async () => {
    const books = await ground(engine);
    await books.feed('monday/day.ndjson', EVIDENCE);
    await books.feed('tuesday/day.ndjson', [LATE_CALLBACK]);
    await expect(books.withdraw('day.ndjson')).rejects.toMatchObject({ code: 'SOURCE_AMBIGUOUS' });
    await expect(books.withdraw('monday/dya.ndjson')).rejects.toMatchObject({ code: 'SOURCE_NOT_READ' });
    await books.withdraw('monday/day.ndjson');
    await expect(books.withdraw('monday/day.ndjson')).rejects.toMatchObject({
      code: 'SOURCE_WITHDRAWN',
      detail: { found: 'withdrawn by ana at 2026-11-20T15:00:00Z (audit entry 1: wrong file)' },
    });
  });

  it('is told in the story of an order, by whom and why', async () => {
    const books = await ground(engine);
    await books.feed('day.ndjson', [payInLine()]);
    await books.feed('paid.ndjson', [callbackLine()]);
    await books.withdraw('paid.ndjson');
    const story = await books.store.session((session) =>
      readStories(session, SETTINGS, 'ORDER00001', undefined),
    );
    expect(story[0]!.events.find(({ kind }) => kind === 'withdrawal')).toMatchObject({
      ...{
        at: '2026-11-20T15:00:00Z',
        entry: 1,
        who: 'ana',
        reason: 'wrong file',
        record: 'callback',
      },
      ...{ tradeNo: 'T1', status: 'SUCCESS', money: { currency: 'BRL', minor: '20000' } },
    });
    expect(storyText(story[0]!)).toContain('because: wrong file');
    await books.withdraw('day.ndjson');
    const [none] = await books.store.session((session) =>
      readStories(session, SETTINGS, 'ORDER00001', undefined),
    );
    expect(storyText(none!)).toContain('All evidence of it was withdrawn.');
  });

  it('of a closed date makes adjustments, and leaves its final version', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(
      on(MONDAY, payInLine({ orderNo: 'MONDAY0002', tradeNo: 'M2', at: `${MONDAY}T14:05:00Z` })),
    );
    await books.reconcile(WEDNESDAY);
    await close(books, MONDAY);
    const final = bytesBelow(join(books.out, MONDAY));
    const at = instant('2026-11-19T13:00:00Z');
    await takeBack(books.store, books.out, '2.ndjson', { at, asOf: at });
    await books.reconcile(THURSDAY);
    expect(bytesBelow(join(books.out, MONDAY))).toEqual(final);
    expect(adjustments(books, THURSDAY, 'latest').find((line) => line.includes(' order: '))).toMatch(
      /of 2026-11-16 MONDAY0002 order: 2026-11-16 BR -> /,
    );
    expect(
      deviationsOf(await verify(books.store, SETTINGS, { dates: [MONDAY, THURSDAY], out: books.out })),
    ).toEqual([]);
  });
});

/** The current results, but for the runs that they are of. */
async function results(store: Store): Promise<unknown[]> {
  return store.session(async ({ db }) => {
    const found: string[] = [];
    for (const table of [
      'order_results',
      'payment_results',
      'finding_results',
      'unmatched_callbacks',
    ] as const) {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .$if(table !== 'unmatched_callbacks', (query) =>
          query.where('until_run' as never, 'is', null as never),
        )
        .execute();
      for (const { from_run: _from, until_run: _until, first_seen_at: _seen, ...row } of rows as Array<
        Record<string, unknown>
      >)
        found.push(`${table} ${JSON.stringify(row)}`);
    }
    return found.sort();
  });
}
