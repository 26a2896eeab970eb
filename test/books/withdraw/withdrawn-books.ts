/** A store with files to withdraw, and what the same files give in another. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { type WithdrawRequest, withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { DATE, feed, instant, NOON, publish, readCsv, SETTINGS } from '../../export/books.ts';
import { evidence } from '../../ingest/reading.ts';
import { publishedReports } from '../../reconcile/run-scenario.ts';
import type { Engine } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Values that a published table has, whenever and by whichever run they were found; a source's name and line beside. */
const HISTORY = ['first_seen_at_utc', 'read_at', 'source', 'line'];

export async function ground(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  mkdirSync(out);
  return {
    ...{ store, folder, out },
    feed: (name: string, some: readonly string[]) => feed(store, join(folder, 'logs', name), some),
    withdraw: (source: string, more: Partial<WithdrawRequest> = {}, settings = SETTINGS) =>
      takeBack(store, out, source, more, settings),
    deviations: async (dates = [DATE]) => deviationsOf(await verify(store, SETTINGS, { dates, out })),
    file: (name: string, version = 'latest', region = 'BR') =>
      readCsv(join(out, DATE, region, version, `${name}.csv`)),
  };
}

export function takeBack(
  store: Store,
  out: string,
  source: string,
  more: Partial<WithdrawRequest> = {},
  settings: Settings = SETTINGS,
) {
  const at = instant(NOON);
  const decided = { who: 'ana', reason: 'wrong file', at, asOf: at };
  return store.exclusively(() => withdraw(store, settings, { source, ...decided, out, ...more }));
}

/** The newest reports of all dates and regions, by the name of the folder and file, each row with what does not depend on the past. */
export function reportsOf(out: string): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {};
  for (const path of publishedReports(out).keys()) {
    const [date, region, name] = path.split('/') as [string, string, string];
    // States, such as the rejected lines, are those of the run that published the newest facts.
    if (name.includes('restatement') || name === 'rejected-records.csv') continue;
    const rows = readCsv(join(out, date, region, 'latest', name)).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !HISTORY.includes(column))),
    );
    found[path] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

/** What the same files give in a store that never had another. */
export async function fresh(engine: Engine, files: Readonly<Record<string, readonly string[]>>) {
  const { store, out, feed: read } = await ground(engine);
  for (const [name, some] of Object.entries(files)) await read(name, some);
  await publish(store, out, NOON);
  return { evidence: await evidence(store), reports: reportsOf(out) };
}

/** Pays the unpaid order of EVIDENCE. */
export const PAYMENT = callbackLine({
  orderNo: 'ORDER00002',
  tradeNo: 'T2',
  amount: '12345',
  at: '2026-11-20T11:00:00Z',
});

/** The current results, but for the runs that they are of. */
export async function results(store: Store): Promise<unknown[]> {
  return store.session(async ({ db }) => {
    const found: string[] = [];
    for (const table of [
      'order_results',
      'payment_results',
      'finding_results',
      'unmatched_callbacks',
    ] as const) {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .$if(table !== 'unmatched_callbacks', (query) =>
          query.where('until_run' as never, 'is', null as never),
        )
        .execute();
      for (const { from_run: _from, until_run: _until, first_seen_at: _seen, ...row } of rows as Array<
        Record<string, unknown>
      >)
        found.push(`${table} ${JSON.stringify(row)}`);
    }
    return found.sort();
  });
}
