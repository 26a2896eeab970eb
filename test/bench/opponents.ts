import { join } from 'node:path';
import type { Contest } from './contest.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { AS_OF, DATE, type Day, LATER } from './days.ts';
import type { Measured } from './figures.ts';
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
