/** A run says that a source was read by other settings only where `renormalise` could read it otherwise. */
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { readSources } from '../../../src/ingest/read-sources.ts';
import { sourceSettings } from '../../../src/ingest/source-settings.ts';
import { readingSettingsDigest } from '../../../src/normalise/reading-settings.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { DATE, instant, NOON } from '../../export/books.ts';
import { lines, read, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AT = instant(NOON);
const COLUMNS = {
  Pedido: 'order_no',
  Loja: 'merchant_id',
  Valor: 'gross',
  Moeda: 'currency',
  Data: 'completed_at',
};

const STATEMENT = JSON.stringify({
  statement: {
    ...{ type: 'payment', order_no: 'A00000001', merchant_id: 'M0001', gross: '200', currency: 'BRL' },
    completed_at: '2026-11-19T13:06:00Z',
  },
});

/** A table of statements in the map, and sources with tables of their own: of statements, of callbacks and of a query. */
function settingsOf(folder: string, { unit = 'major', lineUnit = 'major' } = {}) {
  const query = { databaseUrl: 'postgres://localhost/shop', query: 'select 1 as id', watermark: 'id' };
  return parseSettings({
    map: {
      portal: { kind: 'statement', unit: 'major' },
      statement: { kind: 'statement', unit: lineUnit },
      pedido: 'orderNo',
    },
    sources: [
      { name: 'logs', paths: [join(folder, '*.ndjson')], decimal: ',' },
      { name: 'provider', paths: [join(folder, '*.csv')], kind: 'statement', columns: COLUMNS, unit },
      { name: 'shop', ...query, kind: 'statement', columns: { id: 'order_no' } },
    ],
  });
}

onEngines('a store whose sources have tables of their own', (engine) => {
  it('was read by the settings in use until one that bears on them is changed', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const log = lines(payInLine(), callbackLine(), STATEMENT);
    const paths = [
      write(folder, 'day.ndjson', log),
      write(
        folder,
        'extrato.csv',
        lines(Object.keys(COLUMNS).join(','), 'A00000001,M0001,200,BRL,2026-11-19T13:06:00Z'),
      ),
    ];
    for (const path of paths) utimesSync(path, AT.seconds - 3600, AT.seconds - 3600);
    const names = ['logs', 'provider'];
    const { sources } = await readSources(store, settingsOf(folder, { lineUnit: 'minor' }), {
      ...{ names, readAt: AT, workingDirectory: folder },
    });
    expect(sources.flatMap(({ results }) => results.map(({ accepted }) => accepted))).toEqual([3, 1]);
    const out = join(folder, 'out');
    const run = async (settings: ReturnType<typeof settingsOf>) =>
      (await reconcileDates(store, settings, { dates: [DATE], asOf: AT, startedAt: AT, out })).staleSources;
    const apply = (settings: ReturnType<typeof settingsOf>) =>
      renormalise(store, settings, { asOf: AT, startedAt: AT, out });

    const first = settingsOf(folder, { lineUnit: 'minor' });
    expect(await run(first)).toBe(0);
    expect(await apply(first)).toMatchObject({ records: 4, payIns: 0, callbacks: 0, stated: 0 });
    for (const corrected of [
      settingsOf(folder, { lineUnit: 'minor', unit: 'minor' }),
      settingsOf(folder, { lineUnit: 'major', unit: 'minor' }),
    ]) {
      expect(await run(corrected)).toBe(2);
      expect(await apply(corrected)).toMatchObject({ stated: 1 });
      expect(await run(corrected)).toBe(0);
    }
  });
});

onEngines('logs', (engine) => {
  it('are not read otherwise once a statement is described', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const stated = (unit?: string) =>
      parseSettings(unit === undefined ? {} : { map: { statement: { kind: 'statement', unit } } });
    const readFile = async (name: string, content: string, settings: ReturnType<typeof stated>) => {
      const path = write(folder, name, content);
      utimesSync(path, AT.seconds - 3600, AT.seconds - 3600);
      await read(store, [path], { settings, readAt: AT });
    };
    const out = join(folder, 'out');
    const stale = async (settings: ReturnType<typeof stated>) =>
      (await reconcileDates(store, settings, { dates: [DATE], asOf: AT, startedAt: AT, out })).staleSources;

    await readFile('day.ndjson', lines(payInLine(), callbackLine()), stated());
    expect(await stale(stated('major'))).toBe(0);
    await readFile('extrato.ndjson', lines(STATEMENT), stated('major'));
    await readFile('more.ndjson', lines(callbackLine({ status: 'FAILED' })), stated('major'));
    expect(await stale(stated('major'))).toBe(0);
    expect(await stale(stated('minor'))).toBe(1);
    await renormalise(store, stated('minor'), { asOf: AT, startedAt: AT, out });
    expect(await stale(stated('minor'))).toBe(0);
    expect(await stale(stated('major'))).toBe(1);
  });

  it('are not, but rows of statements with dates to come are', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const settings = (unit: string) =>
      parseSettings({ map: { statement: { kind: 'statement', unit } } } as object);
    const path = write(folder, 'extrato.ndjson', lines(STATEMENT.replace('2026-11-19T', '2027-01-15T')));
    utimesSync(path, AT.seconds - 3600, AT.seconds - 3600);
    await read(store, [path, write(folder, 'empty.ndjson', '')], { settings: settings('major'), readAt: AT });
    const request = { asOf: AT, startedAt: AT, out: join(folder, 'out') };
    const stale = async (unit: string) =>
      (await reconcileDates(store, settings(unit), { dates: [DATE], ...request })).staleSources;
    await renormalise(store, settings('major'), request);
    expect(await stale('major')).toBe(0);
    expect(await stale('minor')).toBe(1);
  });
});

it('each source, also a query, has the digest of the reading settings that all have', () => {
  const settings = settingsOf('logs');
  const digests = settings.sources.map((source) => readingSettingsDigest(sourceSettings(source, settings)));
  expect(new Set(digests)).toEqual(new Set([readingSettingsDigest(settings)]));
});
