import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const EVERY_MS = 200;

/**
 * Watches the server's processes that work for a database: every so often asks each for the most memory that it had.
 * @param url of the database
 * @returns what ends the watching and gives the most that those of one moment had together, in megabytes; undefined
 *   where it cannot be told, as of a server on another machine
 */
export async function watchBackends(url: string): Promise<{ stop(): Promise<number | undefined> }> {
  const database = new URL(url).pathname.slice(1);
  const outside = new URL(url);
  outside.pathname = '/postgres';
  const client = new pg.Client(outside.href);
  await client.connect();
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
      await client.end();
      return most;
    },
  };
}

/** In megabytes; 0 if the process is gone or not on a Linux that shows it. */
function mostOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
