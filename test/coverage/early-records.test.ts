/** Times that are centuries away from all others: of records, in the names of files, and as-ofs. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { feed, instant } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { at, callbacks, hours, payIns } from './logged-hours.ts';

const DATE = '2026-11-19';
const EARLY = '0001-01-03T00:00:00Z';
const EARLY_CALLBACK = callbackLine({ at: EARLY });
const { sentAt, request } = JSON.parse(payInLine({ orderNo: 'EARLY', at: EARLY }));
const EARLY_PAY_IN = JSON.stringify({ sentAt, request: { body: request.body } });
const EXPECTED = { name: 'br-{yyyy-MM-dd-HH}.ndjson', region: 'BR', kind: 'callbacks' as const };

async function ground(engine: Engine) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  return {
    store,
    read: (name: string, lines: readonly string[]) => feed(store, join(folder, name), lines, at(30)),
    gaps: async ({ asOf = at(30), ...settings }: SettingsInput & { asOf?: string } = {}) => {
      const { summaries } = await reconcileDates(store, parseSettings(settings), {
        ...{ dates: [DATE], region: 'BR', asOf: instant(asOf), startedAt: instant(at(30)) },
        out: join(folder, 'out'),
      });
      return summaries[0]!.coverage.gaps!.map(({ kind, from, to, file, files }) => [
        kind,
        from,
        to,
        file,
        files,
      ]);
    },
  };
}

onEngines('a record of the year 1', (engine) => {
  it.each([
    ['callback', EARLY_CALLBACK],
    ['pay-in', EARLY_PAY_IN],
  ])('changes nothing of the gaps, if it is a %s', async (_kind, early) => {
    const { read, gaps } = await ground(engine);
    const silence = ['callbacks', at(9, 58), at(14, 1), null, 0];
    await read('pay-ins.ndjson', payIns(hours(-6, 30)));
    await read('callbacks.ndjson', callbacks([...hours(-6, 10), ...hours(14, 30)]));
    expect(await gaps()).toEqual([silence]);
    await read('early.ndjson', [early]);
    expect(await gaps()).toEqual([silence]);
    expect(await gaps({ coverage: { gapOneIn: 1_000_001 } })).toEqual([silence]);
  });

  it('is not from when on files are expected of which none has come', async () => {
    const { read, gaps } = await ground(engine);
    await read('day.ndjson', [EARLY_CALLBACK, ...payIns(hours(-6, 30)), ...callbacks(hours(-6, 30))]);
    const missing = ['callbacks', at(-6), at(30), 'br-2026-11-18-18.ndjson', 36];
    expect(await gaps({ ingest: { expect: [EXPECTED] } })).toEqual([missing]);
  });
});

onEngines('a record of nine years ago', (engine) => {
  it('is from when on files are expected of which none has come', async () => {
    const { read, gaps } = await ground(engine);
    const first = '2017-11-20T10:00:00Z';
    await read('day.ndjson', [callbackLine({ at: first }), ...callbacks(hours(-6, 30))]);
    // The clocks of São Paulo were set back in 2018 and 2019: these two hours have one file.
    const files = (Date.parse(at(30)) - Date.parse(first)) / 3_600_000 - 2;
    const missing = ['callbacks', first, at(30), 'br-2017-11-20-08.ndjson', files];
    expect(await gaps({ ingest: { expect: [EXPECTED] } })).toEqual([missing]);
  });
});

onEngines('a file of the year 1', (engine) => {
  it('makes no more records expected than a count can say', async () => {
    const { store, read, gaps } = await ground(engine);
    await read('br-0001-01-01-00.ndjson', []);
    await read('br-2026-11-19-00.ndjson', payIns(hours(0, 6)));
    await store.session((session) => session.script('update record_counts set records = 20'));
    await gaps({ ingest: { expect: [{ ...EXPECTED, kind: 'pay-ins' }] } });
    const { rows } = await store.session(({ db }) =>
      sql`select to_at, expected from coverage_gaps where file = 'br-0001-01-01-01.ndjson'`.execute(db),
    );
    expect(rows).toEqual([{ to_at: '2026-11-19 03:00:00+00', expected: 2_147_483_647 }]);
  });
});

onEngines('an as-of in the year 9998', (engine) => {
  it('makes no files missing that cannot have come yet', async () => {
    const { read, gaps } = await ground(engine);
    await read('day.ndjson', [...payIns(hours(-6, 30)), ...callbacks(hours(-6, 30))]);
    const missing = ['callbacks', at(-6), at(30), 'br-2026-11-18-18.ndjson', 36];
    const asOf = '9998-12-30T00:00:00Z';
    expect(await gaps({ asOf, ingest: { expect: [EXPECTED] } })).toEqual([missing]);
  });
});
