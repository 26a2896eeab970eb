/** Regions that have versions, and that the settings do not name any more. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { judgeNow } from '../../../src/books/run/judge-as-of.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { nightAlerts } from '../../../src/operations/schedule/night-alert.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { DATE, EVIDENCE, feed, instant, newsOf, readCsv } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { wholeStateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AT = instant('2026-11-21T15:00:00Z');
const LATER = '2026-11-21';
const SETTINGS = parseSettings({});
const [brazil, egypt] = SETTINGS.regions;
const renamed = { ...brazil!, name: 'BRASIL' };
const RENAMED = parseSettings({ regions: [renamed, egypt!] });
/** As the message about the missing region asks for. */
const BOTH = parseSettings({
  regions: [renamed, { ...brazil!, currencies: [], methods: [], exclusive: false }, egypt!],
});

onEngines('a region that was renamed in the settings', (engine) => {
  const reported = async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
    const asked = { dates: [DATE], asOf: AT, startedAt: AT, out: join(folder, 'reports') };
    await reconcileDates(store, SETTINGS, asked);
    return { store, asked };
  };

  it('gets a version of its dates without orders, and no summary', async () => {
    const { store, asked } = await reported();
    const { restated } = await renormalise(store, RENAMED, asked);
    const result = await reconcileDates(store, RENAMED, asked);
    for (const [one, states] of [
      [restated!, ['BRASIL new', 'EG unchanged', 'BR new']],
      [result, ['BRASIL unchanged', 'EG unchanged', 'BR unchanged']],
    ] as const) {
      expect(one.publications.map(({ region, state }) => `${region} ${state}`)).toEqual(states);
      expect(one.summaries.map(({ region }) => region)).toEqual(['BRASIL', 'EG']);
    }
    expect(reconcileText(result, { workingDirectory: asked.out })).toMatch(/BRASIL +MATCHED/);
  });

  it('has no summary of a closed date whose version was made while the settings did not name it', async () => {
    const { store, asked } = await reported();
    await renormalise(store, RENAMED, asked);
    await renormalise(store, BOTH, asked);
    const closing = { through: DATE, regions: ['BR'], who: 'ana', reason: 'booked', force: true, at: AT };
    await closePeriod(store, BOTH, closing);
    const result = await reconcileDates(store, BOTH, asked);
    expect(result.publications.map(({ region, state }) => `${region} ${state}`)).toContain('BR closed');
    expect(nightAlerts(result, newsOf(result), 'nightly').map(({ facts }) => facts)).toMatchObject([
      { region: 'BRASIL' },
      { region: 'EG' },
    ]);
  });

  it('gets no version of an earlier as-of than its newest one', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
    const asked = { dates: [DATE], startedAt: AT, out: join(folder, 'reports') };
    await reconcileDates(store, SETTINGS, { ...asked, asOf: AT, region: 'BR' });
    const early = reconcileDates(store, RENAMED, { ...asked, asOf: instant('2026-11-20T15:00:00Z') });
    await expect(early).rejects.toMatchObject({
      code: 'AS_OF_TOO_EARLY',
      detail: { where: `${DATE} BR v1` },
    });
  });

  it('is refused if it has a closed period, and has its adjustments once the settings name it again', async () => {
    const { store, asked } = await reported();
    const who = { who: 'ana', reason: 'booked', force: true, at: AT };
    await closePeriod(store, SETTINGS, { through: DATE, regions: ['BR'], ...who });
    const before = await wholeStateOf(store);
    const refused = {
      code: 'SETTINGS_INVALID',
      detail: {
        where: 'regions',
        found: 'BRASIL, EG',
        expected: `also BR (closed through ${DATE})`,
        remedy: expect.stringContaining('currencies: [], methods: [] and exclusive: false'),
      },
    };
    await expect(renormalise(store, RENAMED, asked)).rejects.toMatchObject(refused);
    await expect(renormalise(store, RENAMED, { ...asked, dryRun: true })).rejects.toMatchObject(refused);
    await expect(reconcileDates(store, RENAMED, { ...asked, region: 'EG' })).rejects.toMatchObject(refused);
    await expect(judgeNow(store, RENAMED, AT)).rejects.toMatchObject(refused);
    expect(await wholeStateOf(store)).toEqual(before);
    await renormalise(store, BOTH, asked);
    await reconcileDates(store, BOTH, { ...asked, dates: [LATER] });
    const adjusted = readCsv(join(asked.out, LATER, 'BR/latest/adjustments.csv'));
    expect(adjusted.filter(({ field }) => field === 'order').map((row) => row['order_no'])).toEqual([
      'ORDER00001',
      'ORDER00002',
      'ORDER00004',
    ]);
    expect(adjusted.filter(({ field }) => field === 'paid_minor').map((row) => row['current'])).toEqual([
      '',
      '',
    ]);
  });
});
