import pg from 'pg';
import { markdownTable } from './markdown-table.ts';

/** The server's settings that make {@link profileServer} possible. They cost the server a little time. */
export const PROFILED = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  'pg_stat_statements.track_planning': 'on',
  track_io_timing: 'on',
};

const TEXT_CHARACTERS = 100;
/** One row per statement. Temporary files and tables count as written too. */
const STATEMENTS = `
select sum(calls)::text as calls, sum(rows)::text as rows,
       (sum(total_exec_time + total_plan_time - blk_read_time - blk_write_time) / 1000)::text as seconds,
       (sum(wal_bytes) / 1048576)::text as log_megabytes,
       (sum(shared_blks_written + local_blks_written + temp_blks_written) / 128.0)::text as written_megabytes,
       regexp_replace(query, '\\s+', ' ', 'g') as statement
from pg_stat_statements s join pg_database d on d.oid = s.dbid
where d.datname = $1
group by query
order by sum(total_exec_time + total_plan_time) desc`;

interface StatementRow {
  readonly calls: string;
  readonly rows: string;
  readonly seconds: string;
  readonly log_megabytes: string;
  readonly written_megabytes: string;
  readonly statement: string;
}

/**
 * Counts what each statement of a database takes from now on.
 * @param url of the database
 * @returns what gives the statements as Markdown, those that took longest first: seconds without waiting for the disk, MB
 *   written to the write-ahead log, MB written to other files. The server must run with PROFILED.
 */
export async function profileServer(url: string): Promise<() => Promise<string>> {
  const outside = new URL(url);
  outside.pathname = '/postgres';
  const database = new URL(url).pathname.slice(1);
  const ask = async (text: string, values: string[] = []) => {
    const client = new pg.Client(outside.href);
    await client.connect();
    try {
      return (await client.query<StatementRow>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  await ask('create extension if not exists pg_stat_statements');
  await ask('select pg_stat_statements_reset()');
  return async () => statementsTable(await ask(STATEMENTS, [database]));
}

function statementsTable(rows: readonly StatementRow[]): string {
  const total = (column: keyof StatementRow) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
  const line = (
    row: Readonly<Record<'calls' | 'rows' | 'seconds' | 'log_megabytes' | 'written_megabytes', unknown>>,
    text: string,
  ) => [
    Number(row.seconds).toFixed(2),
    Number(row.log_megabytes).toFixed(1),
    Number(row.written_megabytes).toFixed(1),
    String(row.calls),
    String(row.rows),
    text,
  ];
  const all = {
    calls: total('calls'),
    rows: total('rows'),
    seconds: total('seconds'),
    log_megabytes: total('log_megabytes'),
    written_megabytes: total('written_megabytes'),
  };
  return markdownTable(
    ['seconds', 'log MB', 'written MB', 'calls', 'rows', 'statement'],
    [line(all, 'all'), ...rows.map((row) => line(row, textOf(row.statement)))],
    ['statement'],
  );
}

function textOf(statement: string): string {
  return statement.slice(0, TEXT_CHARACTERS).replaceAll('|', '\\|').trim();
}
