import { appendFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readSources } from '../../src/ingest/read-sources.ts';
import { testSource } from '../../src/ingest/sample/test-source.ts';
import { sourcesText, testedText } from '../../src/ingest/sources-text.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { counts, lines, READ_AT, rowCounts, write } from './reading.ts';

const REQUEST = { readAt: READ_AT, workingDirectory: '.' };

/** Writes a file that was last changed so many seconds before it is read. */
function written(folder: string, name: string, content: string, secondsAgo = 3600): string {
  const path = write(folder, name, content);
  utimesSync(path, READ_AT.seconds - secondsAgo, READ_AT.seconds - secondsAgo);
  return path;
}

onEngines('the sources of the settings', (engine) => {
  it('are read one after the other: folders, patterns, paths; files still being written are left', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    written(folder, 'old.ndjson', lines(payInLine()));
    const fresh = join(folder, 'new.ndjson.gz');
    writeFileSync(fresh, gzipSync(lines(callbackLine())));
    utimesSync(fresh, READ_AT.seconds - 10, READ_AT.seconds - 10);
    const settings = parseSettings({
      ingest: { folders: [written(folder, 'one.log', lines(payInLine({ orderNo: 'B2' })))] },
      sources: [
        { name: 'logs', paths: [join(folder, '*.ndjson*'), join(folder, '*.zst')], quietSeconds: 60 },
      ],
    });
    const { sources, faults } = await readSources(store, settings, REQUEST);
    expect(faults).toEqual([]);
    expect(sources).toMatchObject([
      { name: 'ingest.folders', results: [{ accepted: 1, newestAt: '2026-11-19 13:05:00+00' }], left: [] },
      {
        name: 'logs',
        from: 'files',
        results: [{ name: join(folder, 'old.ndjson'), accepted: 1 }],
        left: [{ name: fresh, reason: 'writing' }],
        unmatched: [join(folder, '*.zst')],
        newestAt: '2026-11-19 13:05:00+00',
      },
    ]);
    utimesSync(fresh, READ_AT.seconds - 60, READ_AT.seconds - 60);
    const [logs] = (await readSources(store, settings, { ...REQUEST, names: ['logs'] })).sources;
    expect(logs!.results.map(counts).sort()).toEqual(['1 = 1 + 0 + 0', 'unchanged']);
    expect(await rowCounts(store)).toMatchObject({ sources: 3, pay_ins: 2, callbacks: 1 });
  });

  it('have files that are left out by their names, and named once', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    written(folder, 'a.ndjson', lines(payInLine()));
    for (const name of ['notes.txt', 'orders.dat', 'readme.pdf', 'later.part']) written(folder, name, 'x');
    const settings = parseSettings({
      ingest: { folders: [folder] },
      sources: [{ name: 'logs', paths: [join(folder, '*'), join(folder, '*.dat')] }],
    });
    const { sources, faults } = await readSources(store, settings, REQUEST);
    expect(faults).toEqual([]);
    const paths = ['notes.txt', 'orders.dat', 'readme.pdf'].map((name) => join(folder, name));
    expect(sources.map(({ leftOut }) => leftOut)).toEqual([paths, [paths[0], paths[2]]]);
    expect(sourcesText(sources)).toContain(
      `\nLeft out 2 files that are not named like a log or a table, such as ${paths[0]}.`,
    );
    const tested = await testSource(store, settings, { ...REQUEST, name: 'logs', rows: 1 });
    expect(tested.leftOut).toEqual({ files: 2, example: paths[0] });
    expect(testedText(tested)).toContain('\nLeft out 2 files that are not named like a log or a table');
  });

  it('that cannot be read do not keep the others from being read', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    written(folder, 'good.ndjson', lines(payInLine()));
    written(folder, 'broken.ndjson.gz', 'no gzip');
    const settings = parseSettings({
      sources: [
        { name: 'lost', paths: [join(folder, 'lost'), join(folder, 'broken*')] },
        { name: 'no-address', databaseUrlFile: join(folder, 'no'), query: 'select 1 as id', watermark: 'id' },
        { name: 'logs', paths: [join(folder, 'good*')] },
      ],
    });
    const { sources, faults } = await readSources(store, settings, REQUEST);
    expect(faults.map(({ code }) => code)).toEqual([
      'SOURCE_NOT_FOUND',
      'SOURCE_BROKEN',
      'SECRET_UNAVAILABLE',
    ]);
    expect(sources.map(({ results }) => results.map(counts))).toEqual([[], [], ['1 = 1 + 0 + 0']]);
  });

  it('say of their files what each line is, and what the columns of CSV are', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    written(folder, 'x.csv', 'pedido,loja,total,quando\nP1,M0001,150.50,2026-11-19T13:06:00Z\n');
    const columns = {
      pedido: 'orderNo',
      loja: 'merchantId',
      total: 'money.amount',
      quando: 'transactionTime',
    };
    const paths = [join(folder, '*.csv')];
    const source = { name: 'sheets', paths, kind: 'callbacks', columns, values: { 'money.currency': 'BRL' } };
    const settings = parseSettings({ map: { x: { columns: { pedido: 'ignore' } } }, sources: [source] });
    const { sources } = await readSources(store, settings, REQUEST);
    expect(sources[0]!.results.map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });

  it('are known by their names', async () => {
    const settings = parseSettings({ sources: [{ name: 'pay-ins', paths: ['logs'] }] });
    const read = readSources(await engine.emptied(), settings, { ...REQUEST, names: ['payins'] });
    await expect(read).rejects.toMatchObject({
      code: 'SOURCE_UNKNOWN',
      detail: { found: 'payins', expected: 'pay-ins', remedy: 'Did you mean pay-ins?' },
    });
  });

  it('leave a file for the next time that is changed while it is read', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const path = written(folder, 'a.ndjson', lines(payInLine(), callbackLine()));
    const settings = parseSettings({ sources: [{ name: 'logs', paths: [folder] }] });
    // Told of its first bytes, somebody writes the file anew, and shorter.
    const progress = {
      begin: () => undefined,
      advance: () => void write(folder, 'a.ndjson', lines(payInLine())),
      done: () => undefined,
      end: () => undefined,
    };
    const { sources, faults } = await readSources(store, settings, { ...REQUEST, progress });
    expect(faults).toEqual([]);
    expect(sources).toMatchObject([{ results: [], left: [{ name: path, reason: 'changed' }] }]);
    expect(await rowCounts(store)).toMatchObject({ sources: 0, pay_ins: 0, callbacks: 0 });
  });

  it.each([
    ['of another kind', '%PDF-1.7\n', 1_000_000, 'SOURCE_FORMAT'],
    ['longer than the settings allow', '', 2000, 'SOURCE_BROKEN'],
  ])('report a log that is never quiet and is %s, unless it is written anew meanwhile', async (...of) => {
    const [, begin, maxFileBytes, code] = of;
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const whole = begin + lines(...Array.from({ length: 20 }, () => payInLine()));
    const path = write(folder, 'live.ndjson', whole);
    const seconds = Math.floor(statSync(path).birthtimeMs / 1000) + 700;
    const readAt = { seconds, micros: 0 };
    const source = { name: 'logs', paths: [folder], quietSeconds: 60 };
    const settings = parseSettings({ ingest: { maxFileBytes }, sources: [source] });
    const readWhile = async (advance: () => void) => {
      utimesSync(path, seconds - 1, seconds - 1);
      const progress = { begin: () => undefined, advance, done: () => undefined, end: () => undefined };
      const { sources } = await readSources(store, settings, { ...REQUEST, readAt, progress });
      return sources.map(({ faults, left }) => [...faults.map((fault) => fault.code), ...left]);
    };
    expect(await readWhile(() => appendFileSync(path, lines(payInLine())))).toEqual([[code]]);
    expect(await readWhile(() => utimesSync(path, seconds, seconds))).toEqual([[code]]);
    const changed = [[{ name: path, reason: 'changed' }]];
    expect(await readWhile(() => void write(folder, 'live.ndjson', whole.slice(0, 1000)))).toEqual(changed);
    write(folder, 'live.ndjson', whole);
    expect(await readWhile(() => rmSync(path, { force: true }))).toEqual(changed);
  });

  it('take only whole lines of a log that is never quiet, and the last one once it has ended', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const half = 50;
    const path = write(folder, 'live.ndjson', lines(payInLine()) + callbackLine().slice(0, half));
    // By the clock that the file system has: nobody can say when a file was made.
    const madeAt = Math.floor(statSync(path).birthtimeMs / 1000);
    const settings = parseSettings({ sources: [{ name: 'logs', paths: [folder], quietSeconds: 60 }] });
    const readAfter = async (seconds: number, changedBefore: number) => {
      const at = madeAt + seconds - changedBefore;
      utimesSync(path, at, at);
      const request = { ...REQUEST, readAt: { seconds: madeAt + seconds, micros: 0 } };
      return (await readSources(store, settings, request)).sources[0]!.results.map(counts);
    };
    expect(await readAfter(700, 1)).toEqual(['1 = 1 + 0 + 0']);
    expect(await readAfter(800, 1)).toEqual(['1 = 0 + 1 + 0']);
    appendFileSync(path, `${callbackLine().slice(half)}\n`);
    expect(await readAfter(900, 1)).toEqual(['2 = 1 + 1 + 0']);
    expect(await readAfter(1000, 1)).toEqual(['unchanged']);
    // Once the file is quiet, nothing more comes.
    appendFileSync(path, callbackLine({ orderNo: 'B2' }).slice(0, half));
    expect(await readAfter(1100, 1)).toEqual(['2 = 0 + 2 + 0']);
    expect(await readAfter(1200, 60)).toEqual(['3 = 0 + 2 + 1']);
    expect(await readAfter(1300, 160)).toEqual(['unchanged']);
  });
});
