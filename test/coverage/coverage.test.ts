/** How far the data reaches, and which dates are provisional by it. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { provisionalDates, provisionalText } from '../../src/books/run/provisional-text.ts';
import { type ReconcileResult, reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../src/books/run/renormalise.ts';
import { resultJson } from '../../src/books/run/result-json.ts';
import type { Store } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { bytesBelow, feed, instant } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATE = '2026-11-19';
/** The end of that date in São Paulo, and in Cairo. */
const BR_ENDS = '2026-11-20T03:00:00Z';
const EG_ENDS = '2026-11-19T22:00:00Z';
const MORNING = '2026-11-20T12:00:00Z';
const NOON = '2026-11-20T15:00:00Z';
const EGYPT = { currency: 'EGP', method: 'FAWRY' };

let orders = 0;
/** A request of a new order at a moment, or in local time if the text has no offset. */
function request(at: string, choice = {}): string {
  orders += 1;
  const line = JSON.parse(payInLine({ orderNo: `ORDER${10000 + orders}`, tradeNo: `T${orders}`, ...choice }));
  delete line.request.headers;
  return JSON.stringify({ sentAt: at, request: line.request });
}
/** A callback of an order of its own. */
function callback(at: string, choice = {}): string {
  orders += 1;
  const line = callbackLine({ orderNo: `ORDER${10000 + orders}`, tradeNo: `T${orders}`, ...choice, at });
  return line.replace(/"transactionTime":"[^"]*"/, `"transactionTime":"${at}"`);
}

/** A store with a folder for logs and reports. */
async function ground(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  const log = (name: string) => join(folder, 'logs', name);
  return {
    store,
    out,
    read: (name: string, lines: string[], at = MORNING) => feed(store, log(name), lines, at),
    declare: (name: string, until: string, at = MORNING) =>
      ingest(store, SETTINGS, { paths: [log(name)], readAt: instant(at), completeUntil: instant(until) }),
    run: (asOf = MORNING, settings = SETTINGS, date = DATE) => publish(store, out, asOf, settings, date),
    manifest: (region: string, version: number | string = 'latest', date = DATE) =>
      JSON.parse(readFileSync(join(out, date, region, String(version), 'manifest.json'), 'utf8')),
  };
}
const SETTINGS = parseSettings({});

function publish(store: Store, out: string, asOf: string, settings = SETTINGS, date = DATE) {
  const at = instant(asOf);
  return reconcileDates(store, settings, { dates: [date], asOf: at, startedAt: at, out });
}

const coverageOf = (result: ReconcileResult, region: string) =>
  result.summaries.find((summary) => summary.region === region)!.coverage;

onEngines('a date', (engine) => {
  it('is covered region by region: when requests and callbacks both come near enough to its end', async () => {
    const { read, run, manifest } = await ground(engine);
    await read('pay-ins.ndjson', [request('2026-11-20T02:45:00Z'), request('2026-11-19T21:44:59Z', EGYPT)]);
    await read('callbacks.ndjson', [
      callback('2026-11-20T06:00:00Z'),
      callback('2026-11-19T21:45:00Z', EGYPT),
    ]);
    const result = await run();
    expect(coverageOf(result, 'BR')).toEqual({
      provisional: false,
      dateEnds: BR_ENDS,
      isOver: true,
      payInsUntil: '2026-11-20T02:45:00Z',
      payInsCoverage: true,
      callbacksUntil: '2026-11-20T06:00:00Z',
      callbacksCoverage: true,
      quietSeconds: 900,
      unread: [],
      gaps: [],
    });
    expect(manifest('BR')).toMatchObject({
      provisional: false,
      complete_until: {
        date_ends: BR_ENDS,
        pay_ins: '2026-11-20T02:45:00Z',
        callbacks: '2026-11-20T06:00:00Z',
        quiet_seconds: 900,
      },
      sources: [
        { records: 2, complete_until: '2026-11-20T02:45:00Z' },
        { records: 2, complete_until: '2026-11-20T06:00:00Z' },
      ],
    });
    // A second too early.
    expect(manifest('EG')).toMatchObject({ provisional: true, complete_until: { date_ends: EG_ENDS } });
    expect(provisionalText(provisionalDates(result.summaries))).toBe(
      'Provisional: 2026-11-19 EG, pay-ins are complete only until 2026-11-19T21:44:59Z; orders may be missing',
    );
    expect(resultJson([], result).summaries[1]).toMatchObject({
      region: 'EG',
      coverage: { provisional: true, payInsCoverage: false, callbacksCoverage: true },
    });
  });

  it('is as quiet at its end as the settings allow, which is no news to versions there are', async () => {
    const { read, run, manifest } = await ground(engine);
    await read('day.ndjson', [request('2026-11-20T01:30:00Z'), callback('2026-11-20T02:00:00Z')]);
    expect(coverageOf(await run(), 'BR').provisional).toBe(true);
    const patient = parseSettings({ coverage: { quietSeconds: 5400 } });
    const later = await run(NOON, patient);
    expect(coverageOf(later, 'BR')).toMatchObject({ provisional: false, quietSeconds: 5400 });
    expect(later.publications.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
    expect(manifest('BR')).toMatchObject({ provisional: true, version: 1 });
  });

  it('of a kind of which nothing was read is not covered, and of nothing at all not worth a word', async () => {
    const { read, run, manifest } = await ground(engine);
    await read('pay-ins.ndjson', [request('2026-11-20T05:00:00Z')]);
    const { summaries } = await run();
    expect(manifest('BR')).toMatchObject({ provisional: true, complete_until: { callbacks: null } });
    expect(manifest('EG')).toMatchObject({ provisional: true, complete_until: { pay_ins: null } });
    expect(provisionalText(provisionalDates(summaries))).toBe(
      'Provisional: 2026-11-19 BR, no callbacks were read; payments may be missing',
    );
  });

  it('is not covered before it is over, whatever the data says', async () => {
    const { read, run } = await ground(engine);
    await read('day.ndjson', [request('2026-11-20T05:00:00Z'), callback('2026-11-20T05:00:00Z')]);
    const early = await run('2026-11-20T02:59:59Z');
    expect(coverageOf(early, 'BR')).toMatchObject({ provisional: true, isOver: false });
    expect(provisionalText(provisionalDates(early.summaries))).toBe(
      'Provisional: 2026-11-19 BR, the date ends at 2026-11-20T03:00:00Z only; orders and payments may be missing',
    );
    expect(coverageOf(await run(BR_ENDS), 'BR').provisional).toBe(false);
  });

  it('ends by the rules of its zone: after 25 hours in Cairo on 2026-10-29, after 23 on 2026-04-24', async () => {
    const { read, run, manifest } = await ground(engine);
    // Each a quarter of an hour before what would be the end of a day of 24 hours with the offset of its beginning.
    await read('autumn.ndjson', [
      request('2026-10-29T21:00:00Z', EGYPT),
      callback('2026-10-29T21:44:59Z', EGYPT),
    ]);
    await run(MORNING, SETTINGS, '2026-10-29');
    expect(manifest('EG', 'latest', '2026-10-29')).toMatchObject({
      provisional: true,
      complete_until: { date_ends: '2026-10-29T22:00:00Z' },
    });
    await read('more.ndjson', [
      request('2026-10-29T21:45:00Z', EGYPT),
      callback('2026-10-29T21:45:00Z', EGYPT),
    ]);
    expect(coverageOf(await run(NOON, SETTINGS, '2026-10-29'), 'EG').provisional).toBe(false);
    expect(coverageOf(await run(NOON, SETTINGS, '2026-04-24'), 'EG').dateEnds).toBe('2026-04-24T21:00:00Z');
    expect(coverageOf(await run(NOON, SETTINGS, '2026-04-23'), 'EG').dateEnds).toBe('2026-04-23T22:00:00Z');
  });
});

onEngines('a source', (engine) => {
  it('reaches as far as is declared, for every region and both kinds, also if it was read before', async () => {
    const { read, declare, run, manifest } = await ground(engine);
    await read('day.ndjson', [request('2026-11-19T13:00:00Z'), callback('2026-11-19T13:00:00Z')]);
    expect(coverageOf(await run(), 'BR').provisional).toBe(true);
    const [source] = await declare('day.ndjson', BR_ENDS);
    expect(source).toMatchObject({ unchanged: true });
    const later = await run(NOON);
    expect(coverageOf(later, 'BR')).toMatchObject({ provisional: false, payInsUntil: BR_ENDS });
    expect(coverageOf(later, 'EG')).toMatchObject({ provisional: false, callbacksUntil: BR_ENDS });
    expect(later.publications.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
    // No allowance beyond what was declared.
    await declare('day.ndjson', '2026-11-20T02:59:59Z');
    expect(coverageOf(await run('2026-11-20T16:00:00Z'), 'BR').provisional).toBe(true);
    expect(manifest('BR')).toMatchObject({ version: 1, provisional: true });
  });

  it('reaches as far as its newest record, duplicate or not, that is not of a time to come', async () => {
    const { read, run, manifest } = await ground(engine);
    const lines = [request('2026-11-19T13:00:00Z'), callback('2026-11-19T14:00:00Z')];
    await read('first.ndjson', lines);
    await read('copy.ndjson', lines.toReversed());
    await read('odd.ndjson', [callback('2099-01-01T00:00:00Z'), 'not JSON']);
    await run();
    expect(manifest('BR').sources).toMatchObject([
      { accepted: 2, complete_until: '2026-11-19T14:00:00Z' },
      { duplicate: 2, complete_until: '2026-11-19T14:00:00Z' },
      { rejected: 1, complete_until: null },
    ]);
    expect(manifest('BR').complete_until.callbacks).toBe('2026-11-19T14:00:00Z');
  });

  it('says the same in a version that is written again, whatever was declared, read or corrected since', async () => {
    const { store, out, read, declare, run, manifest } = await ground(engine);
    // In local time of the logs, whose zone turns out to be another: 02:50Z, or 05:50Z.
    const lines = [request('2026-11-20 02:20:00'), callback('2026-11-20T02:50:00Z')];
    await read('day.ndjson', lines);
    await run();
    expect(manifest('BR')).toMatchObject({
      provisional: true,
      complete_until: { pay_ins: '2026-11-20T02:20:00Z' },
    });
    await declare('day.ndjson', BR_ENDS);
    await read('late.ndjson', [callback('2026-11-20T11:00:00Z')]);
    const corrected = parseSettings({ logs: { zone: 'America/Sao_Paulo' }, coverage: { quietSeconds: 1 } });
    await renormalise(store, corrected, { asOf: instant(NOON), startedAt: instant(NOON), out });
    expect(manifest('BR', 'v2')).toMatchObject({
      provisional: false,
      complete_until: {
        pay_ins: '2026-11-20T05:20:00Z',
        callbacks: '2026-11-20T11:00:00Z',
        quiet_seconds: 1,
      },
      sources: [{ complete_until: '2026-11-20T05:20:00Z' }, { complete_until: '2026-11-20T11:00:00Z' }],
    });
    const before = bytesBelow(out);
    for (const version of ['v1', 'v2']) rmSync(join(out, DATE, 'BR', version), { recursive: true });
    await run('2026-11-20T16:00:00Z', corrected);
    expect(bytesBelow(out)).toEqual(before);
  });

  it('that was only tried out leaves nothing', async () => {
    const { store, out } = await ground(engine);
    const path = join(out, '../day.ndjson');
    await feed(store, path, [request('2026-11-19T13:00:00Z')]);
    const more = { readAt: instant(MORNING), completeUntil: instant(BR_ENDS), dryRun: true };
    await ingest(store, SETTINGS, { paths: [path], ...more });
    expect(coverageOf(await publish(store, out, MORNING), 'BR').payInsUntil).toBe('2026-11-19T13:00:00Z');
  });
});
