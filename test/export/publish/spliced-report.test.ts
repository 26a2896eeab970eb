/** New versions that are made from the files of the version before are what they are when they are written whole. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPORTS } from '../../../reports/all.ts';
import { runOf, scopeOf } from '../../../src/books/run/report-scope.ts';
import { transaction } from '../../../src/database/store.ts';
import { csvHeader } from '../../../src/export/csv/csv.ts';
import { earlierFiles, splicedReport } from '../../../src/export/publish/spliced-report.ts';
import { versionsOf } from '../../../src/export/publish/versions.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  feed,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  SETTINGS,
} from '../books.ts';

const SPLICED = ['orders', 'payments'];
/** A new order between others, one at the end, and a payment of another amount of a known order. */
const LATE = [
  LATE_CALLBACK,
  payInLine({ orderNo: 'ORDER00001B', tradeNo: 'T1B' }),
  callbackLine({ orderNo: 'ORDER00001B', tradeNo: 'T1B', amount: '77' }),
  payInLine({ orderNo: 'ZORDER', tradeNo: 'TZ' }),
];

async function corrected(engine: Engine, more: readonly string[] = []) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/day.ndjson'), [...EVIDENCE, ...more]);
  await publish(store, out, MORNING);
  await feed(store, join(folder, 'logs/late.ndjson'), LATE, NOON);
  return { store, out, books: join(out, DATE, 'BR') };
}

/** What reports become if they are made from the files of version 1; undefined for those that are made whole. */
function madeOfEarlier({ store, books }: Awaited<ReturnType<typeof corrected>>) {
  return store.session((session) =>
    transaction(session, async () => {
      const [newest, first] = await versionsOf(session, { date: DATE, region: 'BR' });
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
        const spliced = earlier && (await splicedReport(session, shown, scope, earlier));
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

onEngines('a new version', (engine) => {
  it('has reports of orders made from those of the version before, as if they were written whole', async () => {
    const made = await corrected(engine);
    await publish(made.store, made.out, NOON);
    const bytes = bytesBelow(join(made.books, 'v2'));
    const spliced = await madeOfEarlier(made);
    expect(Object.keys(spliced).sort()).toEqual([...SPLICED].sort());
    for (const name of SPLICED) {
      const whole = readFileSync(join(made.books, `v2/${name}.csv`), 'utf8');
      expect(whole).not.toBe(readFileSync(join(made.books, `v1/${name}.csv`), 'utf8'));
      expect(spliced[name]).toEqual({ text: whole, rows: whole.split('\r\n').length - 2 });
    }
    // A version that is missing is written again from the store alone.
    rmSync(join(made.books, 'v2'), { recursive: true });
    await publish(made.store, made.out, NOON);
    expect(bytesBelow(join(made.books, 'v2'))).toEqual(bytes);
  });

  it.each([
    ['a row was changed', (v1: string) => change(join(v1, 'orders.csv'), 'MATCHED', 'MISSING')],
    ['a row was added', (v1: string) => appendFileSync(join(v1, 'payments.csv'), `${DATE},x,y\r\n`)],
    ['a file is gone', (v1: string) => rmSync(join(v1, 'orders.csv'))],
    ['the manifest is gone', (v1: string) => rmSync(join(v1, 'manifest.json'))],
    ['the manifest was changed', (v1: string) => change(join(v1, 'manifest.json'), '"rows": 2', '"rows": 3')],
    ['the manifest is no JSON', (v1: string) => writeFileSync(join(v1, 'manifest.json'), 'x')],
  ])('is what the store says where %s', async (_what, harm) => {
    const whole = await corrected(engine);
    await publish(whole.store, whole.out, NOON);
    const facts = (books: string) =>
      SPLICED.map((name) => readFileSync(join(books, `v2/${name}.csv`), 'utf8'));
    const expected = facts(whole.books);
    const harmed = await corrected(engine);
    harm(join(harmed.books, 'v1'));
    await publish(harmed.store, harmed.out, NOON);
    expect(facts(harmed.books)).toEqual(expected);
  });

  it('is written whole where the numbers of orders are written otherwise than they are', async () => {
    const odd = ['=SUM(A1)', 'A,B', 'A"B', "'A"].map((orderNo, index) =>
      payInLine({ orderNo, tradeNo: `TODD${index}` }),
    );
    const made = await corrected(engine, odd);
    await publish(made.store, made.out, NOON);
    const bytes = bytesBelow(join(made.books, 'v2'));
    rmSync(join(made.books, 'v2'), { recursive: true });
    await publish(made.store, made.out, NOON);
    expect(bytesBelow(join(made.books, 'v2'))).toEqual(bytes);
  });
});

function change(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}
