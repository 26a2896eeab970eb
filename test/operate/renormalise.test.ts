import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { renormalise } from '../../src/operate/renormalise.ts';
import { reconcileDates } from '../../src/operate/run.ts';
import { parseSettings, type Settings } from '../../src/settings.ts';
import { dayLines } from '../../src/simulate/day.ts';
import { evidence, rowCounts, write } from '../ingest/reading.ts';
import { instantOf, publishedReports } from '../reconcile/run-scenario.ts';
import { readCsv } from '../reconcile/scenario.ts';
import { world } from '../reconcile/world.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RUNS = Number(process.env['TEST_RUNS'] ?? 5);
const AT = instantOf('2026-11-20T12:00:00Z');
const DATE = '2026-11-19';

const { regions } = parseSettings({});
const [brazil, egypt] = [regions[0]!, regions[1]!];
/** Each corrects something that bears on reading. */
const CORRECTIONS: Readonly<Record<string, unknown>> = {
  'the unit of Egypt’s amounts': { regions: [brazil, { ...egypt, amountUnit: 'minor', decimals: 0 }] },
  'the decimals of Brazil’s': { regions: [{ ...brazil, amountUnit: 'major', decimals: 2 }, egypt] },
  'a region’s zone': { regions: [brazil, { ...egypt, zone: 'Asia/Riyadh' }] },
  'the zone of the logs': { logs: { zone: 'America/Sao_Paulo' } },
  'the allowed skew': { allowedSkewSeconds: 0 },
  'an allowed method': { regions: [brazil, { ...egypt, methods: ['WALLET', 'FAWRY', 'CARD'] }] },
};

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
      expect(await apply(store, corrected, out, true)).toEqual({
        records: 4,
        payIns: 2,
        callbacks: 1,
        moved: 0,
        orders: 2,
        money: [
          {
            side: 'requested',
            currency: 'EGP',
            records: 2,
            beforeMinor: '106050',
            afterMinor: '1050',
            beforeUnreadable: 0,
            afterUnreadable: 1,
          },
          {
            side: 'notified',
            currency: 'EGP',
            records: 1,
            beforeMinor: '105000',
            afterMinor: '1050',
            beforeUnreadable: 0,
            afterUnreadable: 0,
          },
        ],
        dates: [{ date: DATE, region: 'EG', orders: 2, reported: true }],
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

  it('moves records to another region with the rules of its variant that the kept texts show', async () => {
    const store = await engine.emptied();
    const line = payInLine({ currency: 'SAR', method: 'MADA', amount: '10.5' });
    await read(store, parseSettings({}), [line]);
    const saudi = { ...egypt, name: 'SA', currencies: ['SAR'], zone: 'Asia/Riyadh', variant: 'none' };
    const corrected = parseSettings({ regions: [brazil, saudi, egypt] });
    expect(await apply(store, corrected)).toMatchObject({ payIns: 1, moved: 1 });
    const found = await evidence(store);
    expect(found['pay_ins']).toMatchObject([{ region: 'SA' }]);
    await engine.emptied();
    await read(store, corrected, [line]);
    expect(found).toEqual(await evidence(store));
  });
});
