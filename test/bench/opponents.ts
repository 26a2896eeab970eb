import { join } from 'node:path';
import type { Contest } from './contest.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { AS_OF, DATE, type Day, LATER } from './days.ts';
import type { EqualWork } from './equal-work/script.ts';
import { type Measured, together } from './figures.ts';
import type { FloorOrder } from './floor.ts';
import type { FloorRows } from './floor-rows.ts';
import { runScript } from './program.ts';
import { summed, type Total, type Totals } from './totals.ts';

export interface Told {
  readonly measured: Measured;
  readonly totals: Totals;
}

/** Measures DuckDB computing a day from all of its files, including late callbacks if there are any. */
export async function measureScript(
  { options, folder }: Contest,
  day: Day,
  orders: number,
  late?: string,
): Promise<Told> {
  const work = folder('duckdb');
  const { taken, printed } = await runScript({ work }, 'duckdb.ts', {
    payIns: day.payIns,
    callbacks: late === undefined ? day.callbacks : [...day.callbacks, late],
    out: join(work, 'reports'),
    date: DATE,
    asOf: late === undefined ? AS_OF : LATER,
    threads: options.threads,
  });
  const what = late === undefined ? 'cold' : 'late';
  return {
    measured: { what, by: 'DuckDB script', orders, ...taken },
    totals: summed(printed as Total[]),
  };
}

const EQUAL_WORK = 'DuckDB, equal work';

/**
 * Measures DuckDB doing the program's work on a day: reading it into a database file, judging and writing it, and once
 * more without news.
 * @param work folder of the database file and the reports
 * @returns the written folders too
 */
export async function measureEqualWork(
  contest: Contest,
  day: Day,
  work: string,
): Promise<{ readonly measured: Measured[]; readonly folders: readonly string[] }> {
  const ingest = await equalWork(contest, work, 'ingest', {
    payIns: day.payIns,
    callbacks: day.callbacks,
    asOf: AS_OF,
  });
  const night = await equalWork(contest, work, 'night', { asOf: AS_OF, date: DATE });
  const again = await equalWork(contest, work, 'no news', { asOf: AS_OF, date: DATE });
  if (again.folders.length > 0) throw new Error(`${EQUAL_WORK}: a run without news wrote ${again.folders}`);
  const cold = together('cold', ingest.measured, night.measured);
  return { measured: [ingest.measured, night.measured, cold, again.measured], folders: night.folders };
}

/** Measures the same on the same database file with callbacks that came late. */
export async function measureEqualWorkLate(
  contest: Contest,
  late: string,
  work: string,
): Promise<{ readonly measured: Measured; readonly folders: readonly string[] }> {
  return equalWork(contest, work, 'late', { callbacks: [late], asOf: LATER, date: DATE });
}

async function equalWork(
  { options }: Contest,
  work: string,
  what: Measured['what'],
  { payIns = [], callbacks = [], ...rest }: Partial<EqualWork> & Pick<EqualWork, 'asOf'>,
): Promise<{ readonly measured: Measured; readonly folders: readonly string[] }> {
  const order: EqualWork = {
    database: join(work, 'evidence.duckdb'),
    payIns,
    callbacks,
    out: join(work, 'reports'),
    threads: options.threads,
    ...rest,
  };
  const { taken, printed } = await runScript({ work }, 'equal-work/script.ts', order);
  return {
    measured: { what, by: EQUAL_WORK, orders: options.orders, ...taken },
    folders: printed as string[],
  };
}

/** Measures plain PostgreSQL: it loads the rows of a day, joins them once and returns the orders. */
export async function measureFloor(
  { server, folder }: Contest,
  rows: FloorRows,
  orders: number,
): Promise<Told> {
  const work = folder('floor');
  const environment = await createDatabase(server);
  const order: FloorOrder = { ...rows, out: join(work, 'orders.csv'), date: DATE, asOf: AS_OF };
  const { taken, printed } = await runScript({ work, environment }, 'floor.ts', order);
  await dropDatabase(server, environment);
  return {
    measured: { what: 'cold', by: 'PostgreSQL floor', orders, ...taken },
    totals: summed(printed as Total[]),
  };
}
