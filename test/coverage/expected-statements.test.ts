/** An expected file of statements has come only from when it was read, as its rows are known only from then. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { feed, instant } from '../export/books.ts';
import { lines, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { callbacks, hours, payIns } from './logged-hours.ts';

const DATES = ['2026-11-18', '2026-11-19', '2026-11-20'];
const HEAD = 'row_id,order_no,merchant_id,gross,completed_at';
const NAME = 'portal-{yyyy-MM-dd}.csv';
const EARLY = '2026-11-21T11:00:00Z';
const BETWEEN = '2026-11-21T12:00:00Z';
const LATE = '2026-11-21T13:00:00Z';
const AFTER = '2026-11-21T14:00:00Z';

onEngines('an expected statement', (engine) => {
  it.each([
    ['of which the settings say the kind', { name: NAME, region: 'BR', kind: 'statements' as const }],
    ['of which files of its name show the kind', NAME],
  ])(
    '%s is missing at an as-of before it was read, also where it came with known bytes',
    async (_, entry) => {
      const store = await engine.emptied();
      const folder = temporaryFolder();
      const out = join(folder, 'out');
      const settings = parseSettings({
        map: { portal: { kind: 'statement', values: { currency: 'BRL' } } },
        ingest: { expect: [entry] },
      });
      const read = (name: string, readAt: string, ...rows: string[]) =>
        ingest(store, settings, {
          paths: [write(folder, name, lines(HEAD, ...rows))],
          readAt: instant(readAt),
        });
      const missing = async (at: string) => {
        const asOf = instant(at);
        const { summaries } = await reconcileDates(store, settings, {
          dates: DATES,
          asOf,
          startedAt: asOf,
          out,
        });
        const gaps = summaries
          .filter(({ region }) => region === 'BR')
          .flatMap(({ coverage }) => coverage.gaps ?? []);
        return gaps
          .filter(({ kind }) => kind === 'statements')
          .map(({ file, files }) => [file, files].join(' '));
      };
      await feed(store, join(folder, 'logs/pay-ins.ndjson'), payIns(hours(-24, 48)), EARLY);
      await feed(store, join(folder, 'logs/callbacks.ndjson'), callbacks(hours(-24, 48)), EARLY);
      await read('portal-2026-11-18.csv', EARLY, 'R1,ORDER1,M0001,5,2026-11-18T13:05:00-03:00');
      await read('portal-2026-11-17.csv', EARLY);
      const before = await missing(BETWEEN);
      expect(before).toEqual(['portal-2026-11-19.csv 2', 'portal-2026-11-19.csv 2']);
      await read('portal-2026-11-19.csv', LATE, 'R2,ORDER2,M0001,5,2026-11-19T13:05:00-03:00');
      await read('portal-2026-11-20.csv', LATE);
      expect(await missing(BETWEEN)).toEqual(before);
      expect(await missing(AFTER)).toEqual([]);
    },
  );

  it('of which all files have only refunds is still one of statements', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const settings = parseSettings({
      map: { refunds: { kind: 'statement', values: { currency: 'BRL', type: 'refund' } } },
      ingest: { expect: ['refunds-{yyyy-MM-dd}.csv'] },
    });
    const read = (name: string, ...rows: string[]) =>
      ingest(store, settings, { paths: [write(folder, name, lines(HEAD, ...rows))], readAt: instant(EARLY) });
    await feed(
      store,
      join(folder, 'logs/day.ndjson'),
      [...payIns(hours(-24, 48)), ...callbacks(hours(-24, 48))],
      EARLY,
    );
    await read('refunds-2026-11-18.csv', 'R1,ORDER1,M0001,5,2026-11-18T13:05:00-03:00');
    await read('refunds-2026-11-20.csv', 'R2,ORDER2,M0001,5,2026-11-20T13:05:00-03:00');
    const asOf = instant(BETWEEN);
    const { summaries } = await reconcileDates(store, settings, {
      ...{ dates: ['2026-11-19'], asOf, startedAt: asOf, out: join(folder, 'out') },
    });
    const gaps = summaries.flatMap(({ region, coverage }) =>
      (coverage.gaps ?? []).map(({ kind, file }) => [region, kind, file]),
    );
    expect(gaps).toEqual([['BR', 'statements', 'refunds-2026-11-19.csv']]);
  });
});
