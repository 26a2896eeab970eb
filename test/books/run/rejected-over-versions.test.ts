/** rejected-records over versions of several runs: what each run listed, each line once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inOneStream } from '../../../reports/dated.ts';
import { rejectedRecords } from '../../../reports/rejected-records.ts';
import { overVersions } from '../../../src/books/download/from-store.ts';
import { writeReportFiles } from '../../../src/books/run/report-files.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import type { Store } from '../../../src/database/store.ts';
import { jsonRows, type RowJson } from '../../../src/export/json-rows.ts';
import { DATE, EVIDENCE, feed, instant, publish, readCsvText, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NEXT = '2026-11-20';
const CUT = '{"sentAt": "2026-11-19T13:0';
/** Starts of three runs; the last one lists nothing that was read before the second. */
const [FIRST, SECOND, THIRD] = [
  '2026-11-21T12:00:00Z',
  '2026-11-22T12:00:00Z',
  '2026-11-30T12:00:00Z',
] as const;

/** The lines that the versions 1 of dates and regions list, as `source:line`, and when each was read. */
async function listed(store: Store, out: string, dates: readonly string[], regions = ['BR', 'EG']) {
  const asked = { dates, regions, version: 1, at: instant(THIRD) };
  const rows: RowJson[] = [];
  const downloaded: RowJson[] = [];
  await withScopes(store, SETTINGS, asked, async (session, scopes) => {
    const stream = inOneStream(rejectedRecords, scopes);
    for await (const row of jsonRows(session, stream.report, stream.scopes)) rows.push(row);
    const download = overVersions(rejectedRecords, scopes);
    for await (const row of jsonRows(session, download.report, download.scopes)) downloaded.push(row);
    const layout = { form: SETTINGS.export, byDate: false, empty: true };
    await writeReportFiles(session, [rejectedRecords], scopes, out, layout);
  });
  const written = readCsvText(readFileSync(join(out, 'rejected-records.csv')));
  const nameOf = (row: Readonly<Record<string, string | null | undefined>>) =>
    `${row['source']!.split('/').at(-1)}:${row['line']} ${row['read_at_utc']}`;
  expect(written.map(nameOf)).toEqual(rows.map(nameOf));
  // A download of the page has those of each date.
  if (dates.length === 1) expect(downloaded.map(nameOf)).toEqual(rows.map(nameOf));
  return rows.map(nameOf);
}

onEngines('rejected lines of versions of several runs', (engine) => {
  it('are all listed, each line once, over dates and over regions', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    const grown = join(folder, 'grown.ndjson');
    const unsigned = callbackLine({ orderNo: 'LATE000001' }).replace('"verified":true', '"verified":false');
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE, FIRST);
    await feed(store, join(folder, 'unsigned.ndjson'), [unsigned], FIRST);
    await feed(store, grown, [CUT], FIRST);
    await publish(store, out, FIRST, { region: 'BR' });

    await feed(store, grown, [CUT, 'not JSON'], SECOND);
    await feed(store, join(folder, 'late.ndjson'), [payInLine({ orderNo: 'LATE000001' })], SECOND);
    await publish(store, out, SECOND, { region: 'EG' });
    const [unsignedOnce, inDay] = [`unsigned.ndjson:1 ${FIRST}`, `day.ndjson:7 ${FIRST}`];
    const both = [inDay, `grown.ndjson:1 ${SECOND}`, `grown.ndjson:2 ${SECOND}`, unsignedOnce];
    expect(await listed(store, join(folder, 'regions'), [DATE])).toEqual(both);
    expect(await listed(store, join(folder, 'one'), [DATE], ['BR'])).toEqual([
      inDay,
      `grown.ndjson:1 ${FIRST}`,
      unsignedOnce,
    ]);

    await feed(
      store,
      join(folder, 'next.ndjson'),
      [payInLine({ orderNo: 'NEXT000001' }).replaceAll(DATE, NEXT), CUT],
      THIRD,
    );
    await publish(store, out, THIRD, { dates: [NEXT], region: 'BR' });
    const all = [...both.slice(0, 3), `next.ndjson:2 ${THIRD}`, unsignedOnce];
    expect(await listed(store, join(folder, 'dates'), [DATE, NEXT])).toEqual(all);
  });

  it('fit into one statement for a year of three regions', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE, FIRST);
    await publish(store, join(folder, 'reports'), FIRST, { region: 'BR' });
    const asked = { dates: [DATE], regions: ['BR'], version: 1, at: instant(THIRD) };
    expect.assertions(1);
    await withScopes(store, SETTINGS, asked, async ({ db }, scopes) => {
      const runs = Array.from({ length: 3 * 366 }, (_, index) => ({ ...scopes[0]!, run: index + 1 }));
      expect(rejectedRecords.ofNoDate!(db, runs).compile().parameters.length).toBeLessThan(65_536);
    });
  });
});
