import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const EVERY_MS = 200;

/** What a database server used meanwhile, in megabytes. */
interface Used {
  /** The largest sum of its processes' memory; undefined if it cannot be measured, as for a server on another machine. */
  readonly serverMegabytes: number | undefined;
  /** What the whole server wrote to its write-ahead log. */
  readonly logMegabytes: number;
}

/**
 * Samples the peak memory of the server processes that work for a database.
 * @param url of the database
 */
export async function watchBackends(url: string): Promise<{ stop(): Promise<Used> }> {
  const database = new URL(url).pathname.slice(1);
  const outside = new URL(url);
  outside.pathname = '/postgres';
  const client = new pg.Client(outside.href);
  await client.connect();
  const log = async () => {
    const { rows } = await client.query(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`);
    return Number(rows[0].bytes) / 2 ** 20;
  };
  const written = await log();
  const ended = new AbortController();
  let most: number | undefined;
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const { rows } = await client.query('select pid from pg_stat_activity where datname = $1', [database]);
      const sum = rows.map(({ pid }) => mostOf(pid)).reduce((all, one) => all + one, 0);
      if (sum > 0) most = Math.max(most ?? 0, sum);
      await sleep(EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      ended.abort();
      await watching;
      const logMegabytes = (await log()) - written;
      await client.end();
      return { serverMegabytes: most, logMegabytes };
    },
  };
}

/** Peak memory in megabytes; 0 if the process has ended or this is not a Linux that shows it. */
function mostOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
