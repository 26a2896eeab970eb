import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORTS } from '../../../reports/all.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { type WhatIfResult, whatIf } from '../../../src/books/what-if/what-if.ts';
import { WHAT_IF_SCHEMA, whatIfJson } from '../../../src/books/what-if/what-if-json.ts';
import { whatIfText } from '../../../src/books/what-if/what-if-text.ts';
import type { Session, Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { changeSettings } from '../../../src/settings/changed-settings.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { dayLines } from '../../../src/simulate/day.ts';
import { write } from '../../ingest/reading.ts';
import { instantOf } from '../../reconcile/run-scenario.ts';
import { onEngines, onPostgresql } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { filesOf, wholeStateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DATE = '2026-11-19';
const AT = instantOf('2026-11-20T12:00:00Z');
const IN_USE = parseSettings({});
const FACTS = REPORTS.filter(({ fact }) => fact).map(({ name }) => name);
const LINES = [...dayLines({ date: DATE, seed: 5, orders: 150 })].map(({ line }) => line);

/** Each bears on another part of reading or judging. */
const TRIED: Readonly<Record<string, readonly string[]>> = {
  'a longer grace': ['graceSeconds=43200'],
  'another unit': ['regions.EG.amountUnit=minor', 'regions.EG.decimals=0'],
  'another zone': ['regions.EG.zone=Asia/Riyadh'],
  'no skew': ['allowedSkewSeconds=0'],
  'a tolerance': ['tolerances.BRL=100000'],
  'a status that fails': ['statuses.failed=EXPIRED,CANCELLED', 'lateCallbackSeconds=1'],
  'the zone of the logs': ['logs.zone=America/Sao_Paulo'],
};

const read = (store: Store, settings: Settings, lines: readonly string[]) =>
  ingest(store, settings, {
    paths: [write(temporaryFolder(), 'a.ndjson', lines.map((line) => `${line}\n`).join(''))],
    readAt: AT,
  });

const reconciled = (store: Store, settings: Settings, out = temporaryFolder(), asOf = AT) =>
  reconcileDates(store, settings, { dates: [DATE], asOf, startedAt: asOf, out });

const tried = (store: Store, set: readonly string[], preview = temporaryFolder(), asOf = AT) =>
  whatIf(store, IN_USE, {
    ...{ dates: [DATE], changed: changeSettings(IN_USE, set) },
    ...{ asOf, startedAt: asOf, preview, limit: 1000 },
  });

/** Facts by region and name; the folder of a version is left out. */
function factsBelow(out: string, version: string): Record<string, string> {
  const files = ['BR', 'EG', 'other'].flatMap((region) =>
    FACTS.map((name) => [`${region}/${name}`, join(out, DATE, region, version, `${name}.csv`)] as const),
  );
  return Object.fromEntries(
    files.filter(([, path]) => existsSync(path)).map(([name, path]) => [name, readFileSync(path, 'utf8')]),
  );
}

/** Orders and money by outcome, as a summary or a comparison has them. */
function outcomesOf({ dates }: WhatIfResult, when: 'before' | 'after') {
  return dates[0]!.byOutcome
    .filter((one) => one[when].orders > 0)
    .map(({ region, outcome, currency, ...one }) => ({ region, outcome, currency, ...one[when] }));
}

function outcomesOfRun({ summaries }: Awaited<ReturnType<typeof reconciled>>) {
  return summaries
    .flatMap(({ region, outcomes }) => outcomes.map((one) => ({ region, ...one })))
    .toSorted((a, b) => (a.region < b.region ? -1 : a.region > b.region ? 1 : 0));
}

onEngines('what-if', (engine) => {
  describe.each(Object.entries(TRIED))('by %s', (_name, set) => {
    it('shows what a store of these settings shows, and leaves every table as it was', async () => {
      const { settings } = changeSettings(IN_USE, set);
      const other = await engine.emptied();
      await read(other, settings, LINES);
      const otherOut = temporaryFolder();
      const expected = outcomesOfRun(await reconciled(other, settings, otherOut));

      const store = await engine.emptied();
      await read(store, IN_USE, LINES);
      const out = temporaryFolder();
      const before = outcomesOfRun(await reconciled(store, IN_USE, out));
      const [state, files] = [await wholeStateOf(store), filesOf(out)];
      const preview = temporaryFolder();
      const result = await tried(store, set, preview);

      expect(await wholeStateOf(store)).toEqual(state);
      expect(filesOf(out)).toEqual(files);
      expect(outcomesOf(result, 'before')).toEqual(before);
      expect(outcomesOf(result, 'after')).toEqual(expected);
      expect(factsBelow(preview, '')).toEqual(factsBelow(otherOut, 'v1'));
      expect(WHAT_IF_SCHEMA.parse(whatIfJson(result))).toEqual(whatIfJson(result));
      expect(whatIfText(result, preview)).toContain('Nothing was stored or published.');
    });
  });

  it('says that a date without payments had no money', async () => {
    const store = await engine.emptied();
    await read(store, IN_USE, [payInLine(), callbackLine({ status: 'SETTLED' })]);
    const { dates } = await tried(store, ['statuses.paid=SUCCESS,SETTLED']);
    expect(dates[0]!.payments).toMatchObject([
      { before: { payments: 0, paidMinor: '0' }, after: { payments: 1, paidMinor: '20000' } },
    ]);
  });

  it('names the orders, findings and payments that differ', async () => {
    const store = await engine.emptied();
    const egypt = { currency: 'EGP', method: 'FAWRY' };
    await read(store, IN_USE, [
      payInLine({ ...egypt, orderNo: 'EG00000001', tradeNo: 'E1', amount: '1050' }),
      callbackLine({ ...egypt, orderNo: 'EG00000001', tradeNo: 'E1', amount: '1050' }),
      payInLine({ ...egypt, orderNo: 'EG00000002', tradeNo: 'E2', amount: '10.5' }),
      callbackLine({ ...egypt, orderNo: 'EG00000002', tradeNo: 'E2', amount: '10.5' }),
      payInLine(),
      callbackLine(),
    ]);
    const result = await tried(store, TRIED['another unit']!);
    const [date] = result.dates;
    expect(date).toMatchObject({ orders: 2, outcomes: 1 });
    expect(result.readAgain).toMatchObject({ records: 6, payIns: 2, callbacks: 2 });
    expect(
      date!.listed.map(({ orderNo, before, after }) => [
        ...[orderNo, before?.outcome, after?.outcome],
        ...[before?.paidMinor, after?.paidMinor, after?.findings],
      ]),
    ).toEqual([
      ['EG00000001', 'MATCHED', 'MATCHED', '105000', '1050', before('EG00000001', date)],
      ['EG00000002', 'MATCHED', 'MISMATCH', '1050', null, expect.arrayContaining(['AMOUNT_UNREADABLE'])],
    ]);
    expect(date!.findings).toContainEqual({
      ...{ code: 'AMOUNT_UNREADABLE', severity: 'high', begun: 1, ended: 0 },
    });
    expect(date!.payments).toEqual([
      {
        ...{ region: 'EG', currency: 'EGP' },
        before: { payments: 2, paidMinor: '106050' },
        after: { payments: 2, paidMinor: '1050' },
      },
    ]);
    expect(result.settings).toEqual([
      { path: 'regions[1].amountUnit', before: 'major', after: 'minor' },
      { path: 'regions[1].decimals', before: 2, after: 0 },
    ]);
  });

  it('shows orders that move to another date', async () => {
    const store = await engine.emptied();
    const late = (line: string) =>
      line
        .replaceAll('2026-11-19T10:05', '2026-11-19T22:30')
        .replaceAll('2026-11-19T13:05', '2026-11-20T01:30');
    await read(store, IN_USE, [late(payInLine())]);
    const result = await tried(store, ['regions.BR.zone=UTC']);
    const [date] = result.dates;
    expect(whatIfText(result, '/')).toMatch(
      /^Merchant +Order +Date +Outcome .*\nM0001 +ORDER00001 +2026-11-19 -> 2026-11-20 +STUCK /m,
    );
    expect(date!.listed).toMatchObject([
      { orderNo: 'ORDER00001', before: { date: DATE }, after: { date: '2026-11-20' } },
    ]);
    expect(date!.byOutcome.map(({ before, after }) => [before.orders, after.orders])).toEqual([[1, 0]]);
  });

  it('shows orders that move to a region, or come from one, that only one of the settings has', async () => {
    const store = await engine.emptied();
    await read(store, IN_USE, [payInLine({ currency: 'MXN', method: 'SPEI' })]);
    const [brazil, egypt] = IN_USE.regions;
    const only = { name: 'MX', currencies: ['MXN'], methods: ['SPEI'], zone: 'America/Mexico_City' };
    const more = parseSettings({ regions: [brazil!, { ...egypt!, ...only, exclusive: true }, egypt!] });
    const compared = async (inUse: Settings, settings: Settings, region?: string) => {
      const request = {
        dates: [DATE],
        asOf: AT,
        startedAt: AT,
        preview: temporaryFolder(),
        limit: 1000,
        region,
      };
      const result = await whatIf(store, inUse, { ...request, changed: { settings, changed: [] } });
      const { dates } = result;
      expect(whatIfText(result, '/')).toMatch(
        /^Merchant +Order +Region +Outcome .*\nM0001 +ORDER00001 +EG -> MX +/m,
      );
      return dates[0]!.byOutcome.map((one) => [one.region, one.before.orders, one.after.orders]);
    };
    expect(await compared(IN_USE, more)).toEqual([
      ['EG', 1, 0],
      ['MX', 0, 1],
    ]);
    expect(await compared(IN_USE, more, 'MX')).toEqual([['MX', 0, 1]]);
  });

  it('looks back to an earlier as-of without a trace', async () => {
    const store = await engine.emptied();
    await read(store, IN_USE, LINES);
    await reconciled(store, IN_USE);
    const state = await wholeStateOf(store);
    const early = instantOf('2026-11-19T20:00:00Z');
    const result = await tried(store, ['graceSeconds=86400'], temporaryFolder(), early);
    expect(await wholeStateOf(store)).toEqual(state);
    expect(result.asOf).toContain('2026-11-19');
    expect(result.dates[0]!.findings).toContainEqual(
      expect.objectContaining({ code: 'STUCK_PROCESSING', begun: 0 }),
    );
  });

  it('finds no difference for the settings in use', async () => {
    const store = await engine.emptied();
    await read(store, IN_USE, LINES);
    const result = await tried(store, ['graceSeconds=900']);
    expect(result.dates).toMatchObject([
      { orders: 0, otherValues: 0, findings: [], payments: [], listed: [] },
    ]);
    expect(result.readAgain).toBeNull();
  });

  it('leaves nothing where the preview cannot be written', async () => {
    const store = await engine.emptied();
    await read(store, IN_USE, LINES);
    const out = temporaryFolder();
    await reconciled(store, IN_USE, out);
    const [state, files] = [await wholeStateOf(store), filesOf(out)];
    await expect(tried(store, ['graceSeconds=1'], out)).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
    });
    expect(await wholeStateOf(store)).toEqual(state);
    expect(filesOf(out)).toEqual(files);
  });
});

function before(orderNo: string, date: WhatIfResult['dates'][number] | undefined) {
  return date!.listed.find((one) => one.orderNo === orderNo)!.before!.findings;
}

onPostgresql('what-if, while a log is read', (engine) => {
  it('compares two judgings of the same records', async () => {
    const database = await engine.database();
    const [store, other] = [await database.open(), await database.open()];
    await read(store, IN_USE, [payInLine()]);
    await reconciled(store, IN_USE);
    // While the first judging is at work, which knows its records by then.
    let isRead = false;
    const begin = async () => {
      if (isRead) return;
      isRead = true;
      await read(other, IN_USE, [callbackLine(), payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2' })]);
    };
    const result = await whatIf(inTheMeantime(store, begin), IN_USE, {
      ...{ dates: [DATE], changed: changeSettings(IN_USE, ['tolerances.BRL=1']) },
      ...{ asOf: AT, startedAt: AT, preview: temporaryFolder(), limit: 10 },
    });
    expect(isRead).toBe(true);
    expect(result.dates).toMatchObject([{ orders: 0, outcomes: 0 }]);
  });
});

/** A store in which something else is done before a run empties its tables: it has its number by then. */
function inTheMeantime(store: Store, meanwhile: () => Promise<void>): Store {
  const once = (session: Session): Session => ({
    ...session,
    script: async (text) => {
      if (text.includes('truncate work_keys')) await meanwhile();
      return session.script(text);
    },
  });
  return { ...store, session: (work) => store.session((session) => work(once(session))) };
}
