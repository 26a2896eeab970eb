/** The settings that docs/guides/capture.md and docs/internals/scale.md show, on what capture writes. */
import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { storeLog } from '../../src/capture/store-log.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import type { Store } from '../../src/database/store.ts';
import { readSources } from '../../src/ingest/read-sources.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { clock, woundCapture } from '../capture/wound-capture.ts';
import { at, callbacks, hours, payIns } from '../coverage/logged-hours.ts';
import { feed, instant } from '../export/books.ts';
import { counts, evidence, rowCounts } from '../ingest/reading.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { parsePage } from './pages.ts';

const LOGS = '/var/lib/payin/logs';

/** The one block of settings of a page that has a text, with another folder of logs. */
function settingsWith(text: string, folder = LOGS, page = 'docs/guides/capture.md') {
  const { blocks } = parsePage(page, readFileSync(join(packageRoot, page), 'utf8'));
  const found = blocks.filter((block) => block.language === 'yaml' && block.text.includes(text));
  expect(found, text).toHaveLength(1);
  return parse(found[0]!.text.replaceAll(LOGS, folder)) as Record<string, unknown>;
}

/** What became of the files of each source. */
async function resultsAt(store: Store, settings: Settings, readAt: Instant): Promise<string[][]> {
  const { sources, faults } = await readSources(store, settings, { readAt, workingDirectory: '.' });
  expect(faults).toEqual([]);
  return sources.map(({ results }) => results.map(counts));
}

/** Hours of the date in São Paulo, which begins at 03:00 of UTC, as the clock of capture counts them from the next date. */
const utc = (hour: number, minute = 0) => clock(hour + 3 - 24, minute);

onEngines('the settings of the guide to capture', (engine) => {
  it('read each file once, and miss the hours in which capture did not run', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'shop', 'pay-ins.ndjson'), payIns(hours(-6, 30)), '2026-11-21T12:00:00Z');
    const capture = woundCapture(join(folder, 'logs'));
    const settings = parseSettings({
      sources: settingsWith('quietSeconds: 0   #', capture.folder)['sources'],
      ingest: settingsWith('expect:', capture.folder)['ingest'],
    });
    // Nobody pays at 10 and 11, and capture is stopped from the end of 14 until 16.
    let running = await capture.begin(utc(-6, -5));
    for (const hour of hours(-6, 30)) {
      if (hour === 15) continue;
      if (hour === 16) running = await capture.begin(utc(16, 10));
      await running.wind(utc(hour, 10));
      if (hour !== 10 && hour !== 11 && hour !== 16)
        for (const line of callbacks([hour])) await running.log.callbacks.append(`${line}\n`);
      await running.wind(utc(hour, 59));
      if (hour === 14) await running.end();
    }
    await running.wind(utc(30, 10));
    await running.end();

    const [captured] = await resultsAt(store, settings, instant(at(30)));
    expect(captured).toHaveLength(34);
    expect(captured!.filter((result) => result === '20 = 20 + 0 + 0')).toHaveLength(32);
    expect(captured!.filter((result) => result === '0 = 0 + 0 + 0' || result === 'unchanged')).toHaveLength(
      2,
    );
    const [again] = await resultsAt(store, settings, instant(at(30)));
    expect(new Set(again)).toEqual(new Set(['unchanged']));
    const asOf = instant(at(30));
    const run = { dates: ['2026-11-19'], asOf, startedAt: asOf, out: join(folder, 'out'), region: 'BR' };
    const { summaries } = await reconcileDates(store, settings, run);
    const gaps = summaries[0]!.coverage.gaps!.map(({ kind, from, to, file }) => [kind, from, to, file]);
    expect(gaps).toEqual([['callbacks', at(15), at(17), 'callbacks-2026-11-19-18.ndjson.gz']]);
  });

  it('read the file of the current hour up to its last whole line', async () => {
    const store = await engine.emptied();
    const capture = woundCapture();
    const settings = parseSettings(settingsWith('captured-now', capture.folder));
    const { log, end } = await capture.begin(clock(12, 20));
    const [first, second] = callbacks([9]);
    await log.callbacks.append(`${first}\n`);
    const path = join(capture.folder, readdirSync(capture.folder).find((name) => name.endsWith('.ndjson'))!);
    appendFileSync(path, second!.slice(0, 50));
    // By the clock that the file system has: nobody can say when a file was made.
    const madeAt = Math.floor(statSync(path).birthtimeMs / 1000);
    utimesSync(path, madeAt + 699, madeAt + 699);
    const readAt = { seconds: madeAt + 700, micros: 0 };
    expect(await resultsAt(store, settings, readAt)).toEqual([[], ['1 = 1 + 0 + 0']]);
    expect(await rowCounts(store)).toMatchObject({ callbacks: 1, rejects: 0 });
    await end();
  });
});

onPostgresql('the query of the page about scale', (engine) => {
  it('reads into another store what capture --store has kept', async () => {
    const database = await engine.database();
    const before = await database.open();
    const readAt = instant(at(30));
    const stored = storeLog(
      before,
      parseSettings({}),
      () => readAt,
      () => undefined,
    );
    const lines = callbacks([9, 10]).map((line) => JSON.parse(line));
    lines[1].verified = false;
    lines[2].body.subMerchantId = 'S0001';
    lines[3].headers = { 'X-TIMESTAMP': '2026-11-19T09:05:01-03:00' };
    for (const line of lines) await stored.callbacks.append(`${JSON.stringify(line)}\n`);
    await stored.close();

    const { sources } = settingsWith('captured-before', LOGS, 'docs/internals/scale.md') as {
      sources: [Record<string, unknown>];
    };
    const [{ databaseUrlFile: _file, ...source }] = sources;
    const settings = parseSettings({
      sources: [{ ...source, databaseUrl: database.settings['databaseUrl'] }],
    });
    const after = await engine.open();
    expect(await resultsAt(after, settings, readAt)).toEqual([['40 = 40 + 0 + 0']]);
    expect(await evidence(after)).toEqual(await evidence(before));
  });
});
