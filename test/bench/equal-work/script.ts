/**
 * The second ruler: DuckDB doing the program's work, as far as a script of a few hundred lines can. It keeps the records of
 * all files once in a database file, judges orders with all kinds of findings, keeps the versions of its results, checks
 * that totals tie, and writes the files of a date again if they have changed. `node script.ts '{"database": …, "payIns": […],
 * "callbacks": […], "date": …, "asOf": …, "out": …, "threads": 2}'`; without date it only reads files. Prints the written
 * folders as JSON and records what the process used.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { inPhase, type Phase } from '../../../src/phases.ts';
import { noteUsage } from '../usage.ts';
import { gather } from './evidence.ts';
import { writeFiles } from './files.ts';
import { judge } from './findings.ts';
import { COUNTS, ingest } from './ingest.ts';
import { MACROS } from './reading.ts';
import { changedDates, checks, choose, keep, RUNS } from './versions.ts';

export interface EqualWork {
  /** Path of the database file. */
  readonly database: string;
  readonly payIns: readonly string[];
  readonly callbacks: readonly string[];
  /** The date to write; absent if files are only read. */
  readonly date?: string;
  /** ISO 8601 in UTC. */
  readonly asOf: string;
  /** Folder of the reports. */
  readonly out: string;
  readonly threads: number;
}

noteUsage();
const order: EqualWork = JSON.parse(process.argv[2]!);
const instance = await DuckDBInstance.create(order.database, { threads: String(order.threads) });
const connection = await instance.connect();
for (const statement of ["set timezone = 'UTC'", ...MACROS, ...COUNTS, RUNS]) await connection.run(statement);
await asOne(connection, () => inTurn('read', ingest(order.payIns, order.callbacks)));
console.log(JSON.stringify(order.date === undefined ? [] : await reconcile(order, order.date)));
connection.closeSync();
instance.closeSync();

/** Judges what is new, keeps it, and writes the files of the date where they change. Returns their folders. */
async function reconcile({ asOf, out }: EqualWork, date: string): Promise<string[]> {
  const [known] = await rowsOf(
    `select coalesce(max(source_id), 0)::integer as source, (select coalesce(max(run), 0) from runs)::integer as run,
       (select max(as_of)::varchar from runs) as as_of, (select max(last_source) from runs)::integer as judged_source
     from sources`,
  );
  const run = Number(known!['run']) + 1;
  const isFirst = run === 1;
  const changed = await asOne(connection, async () => {
    if (!isFirst) {
      const last = { asOf: String(known!['as_of']), source: Number(known!['judged_source']) };
      await inTurn('judge', choose(asOf, last));
      if ((await rowsOf('select 1 from chosen limit 1')).length === 0) return [];
    }
    await inTurn('judge', [...gather(asOf, !isFirst), judge(asOf), ...keep(run, asOf, isFirst)]);
    await inTurn('judge', [`insert into runs values (${run}, timestamptz '${asOf}', ${known!['source']})`]);
    for (const check of checks(run, asOf)) {
      const found = await inPhase('judge', () => rowsOf(check), 'checks');
      if (found.length > 0) throw new Error(`The totals do not tie: ${JSON.stringify(found)}`);
    }
    return rowsOf(changedDates(run));
  });
  const folders: string[] = [];
  for (const region of changed.filter((one) => one['date'] === date).map((one) => String(one['region']))) {
    const folder = join(out, date, region === '' ? 'other' : region, `v${run}`);
    mkdirSync(folder, { recursive: true });
    await inTurn('write', writeFiles({ run, out: folder, date, region, asOf }));
    folders.push(folder);
  }
  return folders;
}

async function inTurn(phase: Phase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    try {
      await inPhase(phase, () => connection.run(statement), partOf(statement));
    } catch (error) {
      throw new Error(`${statement} failed`, { cause: error });
    }
  }
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  return (await connection.runAndReadAll(query)).getRowObjectsJson();
}

async function asOne<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run('begin');
  const result = await work();
  await connection.run('commit');
  return result;
}

/** The table or file that a statement fills. */
function partOf(statement: string): string {
  const found = /^(?:create or replace temp table|insert into|update) (\w+)|\/([\w-]+)\.csv' \(header/.exec(
    statement,
  );
  return found?.slice(1).find(Boolean) ?? 'other';
}
