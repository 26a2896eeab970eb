/** A date that is published, and then corrected by late records. */
import { join } from 'node:path';
import { REPORTS } from '../../../reports/all.ts';
import { runOf, scopeOf } from '../../../src/books/run/report-scope.ts';
import { transaction } from '../../../src/database/store.ts';
import { csvHeader } from '../../../src/export/csv/csv.ts';
import { NotSpliced } from '../../../src/export/csv/spliced-rows.ts';
import { earlierFiles, splicedReport } from '../../../src/export/publish/spliced-report.ts';
import { summedReport } from '../../../src/export/publish/summed-report.ts';
import { versionsOf } from '../../../src/export/publish/versions.ts';
import type { Engine } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { DATE, EVIDENCE, feed, LATE_CALLBACK, MORNING, NOON, publish, SETTINGS } from '../books.ts';

/** A new order between others, one at the end, and a payment of another amount of a known order. */
export const LATE = [
  LATE_CALLBACK,
  payInLine({ orderNo: 'ORDER00001B', tradeNo: 'T1B' }),
  callbackLine({ orderNo: 'ORDER00001B', tradeNo: 'T1B', amount: '77' }),
  payInLine({ orderNo: 'ZORDER', tradeNo: 'TZ' }),
];

export async function corrected(
  engine: Engine,
  more: readonly string[] = [],
  late: readonly string[] = LATE,
  morning = MORNING,
) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/day.ndjson'), [...EVIDENCE, ...more]);
  await publish(store, out, morning);
  await feed(store, join(folder, 'logs/late.ndjson'), late, NOON);
  return { store, out, books: join(out, DATE, 'BR') };
}

/** What reports of the newest version become if they are made from the files of version 1; undefined for those that are made whole. */
export function madeOfEarlier({ store, books }: Awaited<ReturnType<typeof corrected>>) {
  return store.session((session) =>
    transaction(session, async () => {
      const versions = await versionsOf(session, { date: DATE, region: 'BR' });
      const [newest, first] = [versions.at(0), versions.at(-1)];
      const scopeOfRun = async (run: number) => scopeOf(await runOf(session, SETTINGS, run), DATE, 'BR');
      const then = await scopeOfRun(first!.run_id);
      const scope = { ...(await scopeOfRun(newest!.run_id)), before: then };
      const earlier = await earlierFiles(session, scope, first!, then, join(books, 'v1'));
      const made: Record<string, { text: string; rows: number }> = {};
      for (const report of REPORTS) {
        const shown = {
          ...report,
          columns: report.columns.filter(({ ofStatements }) => ofStatements !== true),
        };
        const make = async () =>
          (await splicedReport(session, shown, scope, earlier!)) ??
          (await summedReport(session, shown, scope, earlier!));
        const spliced = earlier && (await make().catch(undefinedIfWhole));
        if (spliced === undefined) continue;
        const blocks: Buffer[] = [];
        for await (const block of spliced.blocks()) blocks.push(Buffer.from(block));
        const text = csvHeader(shown.columns) + Buffer.concat(blocks).toString('utf8');
        made[report.name] = { text, rows: spliced.rows() };
      }
      return made;
    }),
  );
}

function undefinedIfWhole(error: unknown): undefined {
  if (!(error instanceof NotSpliced)) throw error;
}
