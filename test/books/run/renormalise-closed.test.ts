/** Closed dates get no new version: what changed of them is listed by the run that finds it, and by no later one. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { DATE, EVIDENCE, feed, instant } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AT = instant('2026-11-21T15:00:00Z');
const SETTINGS = parseSettings({});
const [brazil, egypt] = SETTINGS.regions;

onEngines('a closed date', (engine) => {
  it('is listed once, by the renormalise that changes it', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
    const asked = { dates: [DATE], asOf: AT, startedAt: AT, out };
    await reconcileDates(store, SETTINGS, { ...asked, region: 'BR' });
    const closing = { through: DATE, regions: ['BR'], who: 'ana', reason: 'booked', force: true, at: AT };
    await closePeriod(store, SETTINGS, closing);
    const settings = parseSettings({ regions: [{ ...brazil!, amountUnit: 'major', decimals: 2 }, egypt!] });
    const closed = expect.objectContaining({ date: DATE, region: 'BR', reported: true, final: true });
    expect((await renormalise(store, settings, { ...asked, dryRun: true })).dates).toContainEqual(closed);
    expect((await renormalise(store, settings, asked)).dates).toContainEqual(closed);
    expect((await renormalise(store, settings, { ...asked, dryRun: true })).dates).toEqual([]);
    expect((await renormalise(store, settings, asked)).dates).toEqual([]);
    const back = await renormalise(store, SETTINGS, { ...asked, dryRun: true });
    expect(back.dates).toContainEqual(closed);
  });

  it('is not listed for what an earlier run found: that is an adjustment already', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const asked = { dates: [DATE], asOf: AT, startedAt: AT, out: join(folder, 'reports') };
    await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
    await reconcileDates(store, SETTINGS, { ...asked, region: 'BR' });
    const closing = { through: DATE, regions: ['BR'], who: 'ana', reason: 'booked', force: true, at: AT };
    await closePeriod(store, SETTINGS, closing);
    const again = callbackLine({ tradeNo: 'T9', at: `${DATE}T14:00:00Z` });
    await feed(store, join(folder, 'logs/late.ndjson'), [again]);
    const { adjusted } = await reconcileDates(store, SETTINGS, { ...asked, region: 'BR' });
    expect(adjusted).toBeDefined();
    expect(await renormalise(store, SETTINGS, { ...asked, dryRun: true })).toMatchObject({
      ...{ dates: [], payments: [] },
    });
  });
});
