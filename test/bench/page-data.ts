import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Contest } from './contest.ts';
import { createDatabase, findDatabase, keepDatabase, settle } from './databases.ts';
import { AS_OF, DATE, dayOf } from './days.ts';
import { runProgram } from './program.ts';

/** A store with many dates, of which only the newest has reports on disk. */
export interface PageStore {
  readonly environment: { readonly DATABASE_URL: string };
  /** Folder of reports. */
  readonly out: string;
}

/** Tables of a date's results that are large. */
const RESULTS = ['order_rows', 'separate_payments', 'finding_rows', 'orphan_results'];
/** Tables with few rows of each date. */
const SUMS = ['date_totals', 'date_findings', 'changed_dates', 'reported_dates', 'versions'];

/**
 * The store for scenario page. The program ingests and reconciles the newest date; the earlier dates are copies of its
 * results with other order numbers, because making them in the same way would take an hour. The database is kept, and
 * found again on a server that outlives the benchmark.
 */
export async function pageStore({ server, options, data, folder }: Contest): Promise<PageStore> {
  const { pageDates, pageOrders } = options;
  const name = `bench_page_${pageDates}_${pageOrders}`;
  const out = join(data, name, 'reports');
  const kept = await findDatabase(server, name);
  if (kept !== undefined && existsSync(out)) return { environment: kept, out };
  rmSync(out, { recursive: true, force: true });
  const day = await dayOf(data, pageOrders);
  const environment = await createDatabase(server);
  const place = { work: folder('page'), environment };
  await runProgram(place, ['ingest', day.folder]);
  await runProgram(place, ['reconcile', '--date', DATE, '--as-of', AS_OF, '--out', out]);
  await copyDates(environment.DATABASE_URL, pageDates - 1);
  await settle(environment);
  return { environment: await keepDatabase(server, environment, name), out };
}

/** Copies the results of the newest date to this many dates before it. */
async function copyDates(url: string, dates: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
    const restore = await dropIndexes(client);
    for (const table of [...SUMS, ...RESULTS]) {
      const statement = await copyOf(client, table);
      for (let back = 1; back <= dates; back += 1) await client.query(statement, [DATE, back]);
    }
    for (const statement of restore) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Drops the indexes and keys of the large tables. Returns statements that create them again, which is quicker. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
     from pg_constraint where conrelid = any ($1::regclass[]) and contype = 'p'
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index where indrelid = any ($1::regclass[]) and not indisprimary`,
    [RESULTS],
  );
  for (const { away } of rows) await client.query(away);
  return rows.map(({ back }) => back);
}

/** A statement that copies the rows of the date $1 to the date $2 days before it. */
async function copyOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    [table],
  );
  const names = rows.map(({ name }) => name);
  const own: Readonly<Record<string, string>> = {
    date: 'date - $2::integer',
    business_date: 'business_date - $2::integer',
    paid_date: 'paid_date - $2::integer',
    first_seen_at: `first_seen_at - make_interval(days => $2::integer)`,
    order_no: `order_no || '-' || $2::integer`,
    payment_trade_no: `payment_trade_no || '-' || $2::integer`,
    trade_no: `trade_no || '-' || $2::integer`,
  };
  const key = names.includes('business_date') ? 'business_date' : 'date';
  return `insert into ${table} (${names.join(', ')})
    select ${names.map((name) => own[name] ?? name).join(', ')} from ${table} where ${key} = $1::date
    on conflict do nothing`;
}
