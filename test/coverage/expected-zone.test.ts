/** Expected files whose names are in another zone than their region's, as capture names them in UTC. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { feed, instant } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { at, callbacks, hours, payIns } from './logged-hours.ts';

const MORNING = '2026-11-21T12:00:00Z';
/** The last hour of the date in São Paulo, 02:00 of the next in UTC. */
const LOST = 23;

onEngines('files named in UTC', (engine) => {
  it('are missing at the hour of UTC, and make the date of the region provisional', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const own = { name: 'callbacks-{yyyy-MM-dd-HH}.ndjson', region: 'BR', kind: 'callbacks', zone: 'UTC' };
    const settings = parseSettings({ ingest: { expect: [own] } });
    const read = (name: string, lines: readonly string[]) =>
      feed(store, join(folder, 'logs', name), lines, MORNING);
    await read('pay-ins.ndjson', payIns(hours(-6, 30)));
    for (const hour of hours(-6, 30)) {
      if (hour === LOST) continue;
      const name = at(hour).slice(0, 13).replace('T', '-');
      await read(`callbacks-${name}.ndjson`, callbacks([hour]).slice(0, 3));
    }
    const dates = ['2026-11-19', '2026-11-20'];
    const { summaries } = await reconcileDates(store, settings, {
      ...{ dates, asOf: instant(at(30)), startedAt: instant(at(30)), out: join(folder, 'out') },
    });
    const gaps = summaries
      .filter(({ region }) => region === 'BR')
      .map(({ date, coverage }) => [date, (coverage.gaps ?? []).filter(({ file }) => file !== undefined)]);
    const lost = { kind: 'callbacks', from: at(LOST), to: at(LOST + 1), files: 1 };
    expect(gaps).toMatchObject([
      ['2026-11-19', [{ ...lost, file: 'callbacks-2026-11-20-02.ndjson' }]],
      ['2026-11-20', []],
    ]);
  });
});
