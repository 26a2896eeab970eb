import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { writeDay } from '../../src/simulate/write-day.ts';
import type { Contest } from './contest.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { DATE, dayAfter } from './days.ts';
import { together } from './figures.ts';
import { type Place, runProgram } from './program.ts';
import { reconcile, reportsOf } from './program-steps.ts';
import type { What } from './promises.ts';

/**
 * Runs the scenario week, once: dates of many orders, one after another, all in one store. Logs and reports of a date are
 * removed after it, so that the disk needs room for the store and one date.
 * @throws Error if the program leaves a connection, a temporary file or a table of its own work behind
 */
export async function week({ server, options, folder, note }: Contest): Promise<void> {
  const { weekDates, largeOrders: orders } = options;
  const environment = { ...(await createDatabase(server)), TMPDIR: folder('temporary') };
  const work = folder('week');
  const place = { work, environment };
  let atFirst: Left | undefined;
  for (let number = 1; number <= weekDates; number += 1) {
    const date = dayAfter(DATE, number - weekDates);
    const logs = join(work, 'logs');
    mkdirSync(logs);
    await writeDay({ date, seed: 1, orders, folder: logs, gzip: true });
    const ingest = await runProgram(place, ['ingest', logs]);
    const asOf = `${dayAfter(date, 1)}T12:00:00Z`;
    const night = await runProgram(place, reconcile(place, asOf, date));
    const what: What =
      number === 1 ? 'first of a week' : number === weekDates ? 'last of a week' : 'within a week';
    const by = 'PostgreSQL';
    note([together(what, { what, by, orders, ...ingest }, { what, by, orders, ...night })]);
    for (const made of [logs, reportsOf(place)]) rmSync(made, { recursive: true });
    const left = await leftBehind(place);
    atFirst ??= left;
    if (JSON.stringify(left) !== JSON.stringify(atFirst))
      throw new Error(
        `After date ${number} there are ${JSON.stringify(left)}, after the first ${JSON.stringify(atFirst)}`,
      );
  }
  await dropDatabase(server, environment);
}

/** What a process may leave behind it, counted at rest. */
interface Left {
  readonly connections: number;
  readonly tables: number;
  readonly temporaryFiles: number;
}

async function leftBehind({ environment }: Place): Promise<Left> {
  const client = new pg.Client(environment!.DATABASE_URL);
  await client.connect();
  try {
    const { rows } = await client.query<Omit<Left, 'temporaryFiles'>>(`
      select (select count(*)::int from pg_stat_activity
              where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) connections,
             (select count(*)::int from pg_class where relkind in ('r', 'p')) tables`);
    return { ...rows[0]!, temporaryFiles: readdirSync(environment!.TMPDIR!).length };
  } finally {
    await client.end();
  }
}
