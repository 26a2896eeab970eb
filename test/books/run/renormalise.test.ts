import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { dayLines } from '../../../src/simulate/day.ts';
import { evidence, rowCounts, write } from '../../ingest/reading.ts';
import { instantOf, publishedReports } from '../../reconcile/run-scenario.ts';
import { readCsv } from '../../reconcile/scenario.ts';
import { world } from '../../reconcile/world.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { RUNS } from '../../support/runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FACTS = PLAIN_REPORTS.filter((report) => report.fact).map(({ name }) => name);
const AT = instantOf('2026-11-20T12:00:00Z');
const DATE = '2026-11-19';

const [brazil, egypt] = parseSettings({}).regions;
/** Each corrects something that bears on reading. */
const CORRECTIONS: Readonly<Record<string, unknown>> = {
  'the unit of Egypt’s amounts': { regions: [brazil, { ...egypt!, amountUnit: 'minor', decimals: 0 }] },
  'the decimals of Brazil’s': { regions: [{ ...brazil!, amountUnit: 'major', decimals: 2 }, egypt] },
  'a region’s zone': { regions: [brazil, { ...egypt!, zone: 'Asia/Riyadh' }] },
  'the zone of the logs': { logs: { zone: 'America/Sao_Paulo' } },
  'the allowed skew': { allowedSkewSeconds: 0 },
  'an allowed method': { regions: [brazil, { ...egypt!, methods: ['WALLET', 'FAWRY', 'CARD'] }] },
};

/** The newest facts that are published, those without rows left out. */
const factsOf = (out: string) =>
  Object.fromEntries(
    [...publishedReports(out)].filter(([name]) => FACTS.some((fact) => name.endsWith(`/${fact}.csv`))),
  );
const read = (store: Store, settings: Settings, lines: readonly string[]) =>
  ingest(store, settings, {
    paths: [write(temporaryFolder(), 'a.ndjson', lines.map((line) => `${line}\n`).join(''))],
    readAt: AT,
  });
const apply = (store: Store, settings: Settings, out = temporaryFolder(), dryRun = false) =>
  renormalise(store, settings, { asOf: AT, startedAt: AT, out, dryRun });

onEngines('renormalise', (engine) => {
  describe.each(Object.entries(CORRECTIONS))('after a correction of %s', (_name, correction) => {
    const corrected = parseSettings(correction);

    it('leaves what reading the files by the corrected settings would have given', async () => {
      const lines = [...dayLines({ date: DATE, seed: 3, orders: 120 })].map(({ line }) => line);
      const store = await engine.emptied();
      await read(store, corrected, lines);
      const expected = await evidence(store);
      await engine.emptied();
      await read(store, parseSettings({}), lines);
      await apply(store, corrected);
      expect(await evidence(store)).toEqual(expected);
      expect(await apply(store, corrected)).toMatchObject({ payIns: 0, callbacks: 0, orders: 0 });
    });
  });

  it('does so in any small world, whatever was corrected', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.constantFrom(...Object.values(CORRECTIONS)), async (lines, correction) => {
        const corrected = parseSettings(correction);
        const store = await engine.emptied();
        await read(store, corrected, lines);
        const { violations: _expected, ...expected } = await evidence(store);
        await engine.emptied();
        await read(store, parseSettings({}), lines);
        await apply(store, corrected);
        const { violations: _found, ...found } = await evidence(store);
        expect(found).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  describe('on a date that was reported', () => {
    const corrected = parseSettings(CORRECTIONS['the unit of Egypt’s amounts']);
    const LINES = [
      payInLine(),
      payInLine({ orderNo: 'EG00000001', tradeNo: 'E1', currency: 'EGP', method: 'FAWRY', amount: '1050' }),
      callbackLine({
        orderNo: 'EG00000001',
        tradeNo: 'E1',
        currency: 'EGP',
        method: 'FAWRY',
        amount: '1050',
      }),
      payInLine({ orderNo: 'EG00000002', tradeNo: 'E2', currency: 'EGP', method: 'FAWRY', amount: '10.5' }),
    ];
    let store: Store;
    let out: string;

    const report = async () => {
      store = await engine.emptied();
      out = temporaryFolder();
      await read(store, parseSettings({}), LINES);
      await reconcileDates(store, parseSettings({}), { dates: [DATE], asOf: AT, startedAt: AT, out });
    };

    it('a dry run tells records, orders, dates and money, and leaves all as it was', async () => {
      await report();
      const before = {
        evidence: await evidence(store),
        rows: await rowCounts(store),
        reports: publishedReports(out),
      };
      const pounds = { currency: 'EGP', afterMinor: '1050', beforeUnreadable: 0 };
      expect(await apply(store, corrected, out, true)).toEqual({
        records: 4,
        payIns: 2,
        callbacks: 1,
        stated: 0,
        moved: 0,
        olderSources: 0,
        orders: 2,
        money: [
          { ...pounds, side: 'requested', records: 2, beforeMinor: '106050', afterUnreadable: 1 },
          { ...pounds, side: 'notified', records: 1, beforeMinor: '105000', afterUnreadable: 0 },
        ],
        dates: [{ date: DATE, region: 'EG', orders: 2, reported: true }],
        payments: [
          {
            date: DATE,
            region: 'EG',
            currency: 'EGP',
            beforePayments: 1,
            beforeMinor: '105000',
            afterPayments: 1,
            afterMinor: '1050',
          },
        ],
        restated: undefined,
      });
      expect({
        evidence: await evidence(store),
        rows: await rowCounts(store),
        reports: publishedReports(out),
      }).toEqual(before);
    });

    it('publishes a new version of what changed, and leaves the old one and the other region', async () => {
      await report();
      const first = publishedReports(out);
      const { restated } = await apply(store, corrected, out);
      expect(
        restated!.publications.map(({ region, version, state }) => `${region} v${version} ${state}`),
      ).toEqual(['BR v1 unchanged', 'EG v2 new']);
      const orders = publishedReports(out).get(`${DATE}/EG/orders.csv`)!;
      expect(readCsv(orders).map((row) => [row['order_no'], row['requested_amount']])).toEqual([
        ['EG00000001', '10.50'],
        ['EG00000002', ''],
      ]);
      expect(first.get(`${DATE}/EG/orders.csv`)).not.toBe(orders);
      expect(publishedReports(out).get(`${DATE}/BR/orders.csv`)).toBe(first.get(`${DATE}/BR/orders.csv`));
    });

    it('a run by the corrected settings says that what is stored was read by others', async () => {
      await report();
      const run = () =>
        reconcileDates(store, corrected, { dates: [DATE], asOf: AT, startedAt: AT, out: join(out, 'x') });
      expect((await run()).staleSources).toBe(1);
      await apply(store, corrected, out);
      expect((await run()).staleSources).toBe(0);
    });
  });

  describe('on dates that were reported, whatever the texts say', () => {
    const NIGHT = (orderNo: string, date: string) =>
      payInLine({ orderNo, currency: 'EGP', method: 'FAWRY', amount: '10.5' })
        .replaceAll('2026-11-19T15:05:00+02:00', `${date}T23:30:00+02:00`)
        .replaceAll('2026-11-19T15:05:01+02:00', `${date}T23:30:01+02:00`);
    const LINES = [NIGHT('EG00000001', '2026-11-18'), NIGHT('EG00000002', '2026-11-19'), payInLine()];
    const DATES = ['2026-11-18', '2026-11-19', '2026-11-20'];
    const riyadh = parseSettings(CORRECTIONS['a region’s zone']);
    const LATER = instantOf('2026-11-21T12:00:00Z');

    const reported = async () => {
      const store = await engine.emptied();
      const out = temporaryFolder();
      await read(store, parseSettings({}), LINES);
      await reconcileDates(store, parseSettings({}), { dates: DATES, asOf: LATER, startedAt: LATER, out });
      return { store, out };
    };
    const later = (store: Store, settings: Settings, out: string, dryRun = false) =>
      renormalise(store, settings, { asOf: LATER, startedAt: LATER, out, dryRun });
    const freshly = async (settings: Settings) => {
      const store = await engine.emptied();
      const out = temporaryFolder();
      await read(store, settings, LINES);
      await reconcileDates(store, settings, { dates: DATES, asOf: LATER, startedAt: LATER, out });
      return factsOf(out);
    };

    it('a corrected zone moves orders to other dates though every text has its offset', async () => {
      const { store, out } = await reported();
      const dry = await later(store, riyadh, out, true);
      expect(dry).toMatchObject({ payIns: 0, callbacks: 0 });
      expect(dry.dates.map(({ date, region, orders }) => `${date} ${region} ${orders}`)).toEqual([
        '2026-11-18 EG 1',
        '2026-11-19 EG 2',
        '2026-11-20 EG 1',
      ]);
      await later(store, riyadh, out);
      const facts = factsOf(out);
      expect(facts).toEqual(await freshly(riyadh));
      expect(facts['2026-11-20/EG/orders.csv']).toContain('EG00000002');
    });

    it('what could not be published is published by doing the same again', async () => {
      const { store, out } = await reported();
      const inTheWay = join(out, '2026-11-19/EG');
      renameSync(inTheWay, `${inTheWay}.away`);
      writeFileSync(inTheWay, 'mine');
      await expect(later(store, riyadh, out)).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
      rmSync(inTheWay);
      renameSync(`${inTheWay}.away`, inTheWay);
      await later(store, riyadh, out);
      expect(factsOf(out)).toEqual(await freshly(riyadh));
    });

    it('nothing is changed where a version is newer than the moment from which to look', async () => {
      const { store, out } = await reported();
      const before = { evidence: await evidence(store), rows: await rowCounts(store), facts: factsOf(out) };
      await expect(
        apply(store, parseSettings(CORRECTIONS['the unit of Egypt’s amounts']), out),
      ).rejects.toMatchObject({
        code: 'AS_OF_TOO_EARLY',
      });
      expect({ evidence: await evidence(store), rows: await rowCounts(store), facts: factsOf(out) }).toEqual(
        before,
      );
    });

    it('a region that was renamed leaves the reports of its old name without orders', async () => {
      const { store, out } = await reported();
      const renamed = parseSettings({ regions: [brazil, { ...egypt!, name: 'EGYPT' }] });
      await later(store, renamed, out);
      const facts = factsOf(out);
      expect(Object.keys(facts).filter((name) => name.includes('/EG/'))).toEqual([]);
      expect(facts['2026-11-19/EGYPT/orders.csv']).toContain('EG00000002');
      expect(existsSync(join(out, '2026-11-19/EG/v2'))).toBe(true);
    });
  });

  it('a callback that belongs to an order by its tradeNo changes that order’s date', async () => {
    const store = await engine.emptied();
    const out = temporaryFolder();
    const paid = { currency: 'EGP', method: 'FAWRY', amount: '150' };
    await read(store, parseSettings({}), [
      payInLine({ ...paid, orderNo: 'EG00000001', tradeNo: 'E1' }),
      callbackLine({ ...paid, orderNo: 'STRAY00001', tradeNo: 'E1' }),
    ]);
    await reconcileDates(store, parseSettings({}), { dates: [DATE], asOf: AT, startedAt: AT, out });
    // Only the callback reads otherwise: a region of the method alone, which the request does not name.
    const corrected = parseSettings(CORRECTIONS['the unit of Egypt’s amounts']);
    const { dates } = await apply(store, corrected, out);
    expect(dates).toEqual([{ date: DATE, region: 'EG', orders: 1, reported: true }]);
    expect(factsOf(out)[`${DATE}/EG/orders.csv`]).toContain(',150,1.50,EGP,150,1.50,');
  });

  it('a region’s other variant brings its own rules, where the kept texts show them', async () => {
    const store = await engine.emptied();
    const line = payInLine({ currency: 'EGP', method: 'FAWRY', amount: '10.555' });
    await read(store, parseSettings({}), [line]);
    const corrected = parseSettings({ regions: [brazil, { ...egypt!, variant: 'none' }] });
    await apply(store, corrected);
    const found = await evidence(store);
    await engine.emptied();
    await read(store, corrected, [line]);
    expect(found).toEqual(await evidence(store));
    await apply(store, parseSettings({}));
    const back = (await evidence(store))['violations'] as { field: string; rule: string }[];
    expect(back.map(({ field, rule }) => `${field}: ${rule}`)).toContain(
      'request.body.money.amount: up to 2 decimal places',
    );
  });

  it('moves records to another region with the rules of its variant that the kept texts show', async () => {
    const store = await engine.emptied();
    const line = payInLine({ currency: 'SAR', method: 'MADA', amount: '10.5' });
    await read(store, parseSettings({}), [line]);
    const saudi = { ...egypt!, name: 'SA', currencies: ['SAR'], zone: 'Asia/Riyadh', variant: 'none' };
    const corrected = parseSettings({ regions: [brazil, saudi, egypt] });
    expect(await apply(store, corrected)).toMatchObject({ payIns: 1, moved: 1 });
    const found = await evidence(store);
    expect(found['pay_ins']).toMatchObject([{ region: 'SA' }]);
    await engine.emptied();
    await read(store, corrected, [line]);
    expect(found).toEqual(await evidence(store));
  });
});
