/** Regions of a reported date that were not reported: they are published only where orders come to them, and are listed. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { renormaliseText } from '../../../src/books/run/renormalise-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { DATE, feed, instant, NOON } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AT = instant(NOON);
const SETTINGS = parseSettings({});
const [brazil, egypt] = SETTINGS.regions;
const saudi = { ...egypt!, name: 'SA', currencies: ['SAR'], zone: 'Asia/Riyadh', variant: 'none' as const };

onEngines('a region that was not reported', (engine) => {
  const reportedOfBrazil = async (...more: string[]) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'logs/day.ndjson'), [payInLine(), ...more]);
    const asked = { dates: [DATE], asOf: AT, startedAt: AT, out };
    await reconcileDates(store, SETTINGS, { ...asked, region: 'BR' });
    return { store, asked };
  };

  it('is listed as new, and published, where orders come to it', async () => {
    const { store, asked } = await reportedOfBrazil(
      payInLine({ orderNo: 'SAUDI00001', currency: 'SAR', method: 'MADA', amount: '10.5' }),
    );
    const settings = parseSettings({ regions: [brazil, saudi, egypt] });
    const first = { date: DATE, region: 'SA', orders: 1, reported: false, first: true };
    const dry = await renormalise(store, settings, { ...asked, dryRun: true });
    expect(dry.dates).toEqual([first]);
    expect(renormaliseText(dry, true)).toContain(
      `\n${DATE}  SA           1  new, would get a first version\n`,
    );
    const result = await renormalise(store, settings, asked);
    expect(result.dates).toEqual([first]);
    expect(renormaliseText(result, false)).toMatch(new RegExp(`\n${DATE}  SA           1  new, now v1$`));
    expect(result.restated!.publications.map(({ region, state }) => `${region} ${state}`)).toEqual([
      'BR unchanged',
      'SA new',
    ]);
  });

  it('is not published where nothing came to it', async () => {
    const { store, asked } = await reportedOfBrazil();
    const result = await renormalise(store, SETTINGS, asked);
    expect(result.dates).toEqual([]);
    expect(result.restated!.publications.map(({ region }) => region)).toEqual(['BR']);
  });
});
