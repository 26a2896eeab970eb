/** Lines of sources of one name that differ only in when they were read: a file that was written anew and read again. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rejectedRecords } from '../../../reports/rejected-records.ts';
import { previewReport } from '../../../src/books/shown/preview-report.ts';
import { scopedVersion } from '../../../src/books/shown/version-scope.ts';
import { readAtOnce } from '../../../src/database/store-in-turn.ts';
import { DATE, EVIDENCE, feed, NOON, publish, readCsv, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const READ = ['2026-11-20T14:00:00Z', '2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z'];

onEngines('unverified callbacks in one line of several sources of one name', (engine) => {
  it('are listed by when they were read, and each is on one page', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE.slice(0, 2));
    for (const [index, at] of READ.entries()) {
      const unverified = callbackLine({ orderNo: 'NOBODY0001', tradeNo: 'T9', amount: `${index + 1}00` });
      const line = unverified.replace('"verified":true', '"verified":false');
      await feed(store, join(folder, 'unsigned.ndjson'), [line], at);
    }
    await publish(store, out, NOON);
    const rows = readCsv(join(out, DATE, 'BR/latest/rejected-records.csv'));
    expect(rows.map((row) => row['read_at_utc'])).toEqual(READ.toSorted());
    const pages: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const position = after;
      const page = await readAtOnce(store, async (session) => {
        const { scope } = (await scopedVersion(session, SETTINGS, { date: DATE, region: 'BR' }))!;
        return previewReport(session, scope, rejectedRecords, { limit: 1, after: position });
      });
      pages.push(...page.rows.map((cells) => cells.at(-1)!));
      after = page.nextCursor;
    }
    expect(pages).toEqual(READ.toSorted());
  });
});
