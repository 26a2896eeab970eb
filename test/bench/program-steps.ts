import { join } from 'node:path';
import { AS_OF, DATE, type Day, LATER } from './days.ts';
import { type Measured, together } from './figures.ts';
import { type Place, runProgram } from './program.ts';
import type { By, Night } from './promises.ts';

/** The folder for the reports of a place. */
export function reportsOf({ work }: Place): string {
  return join(work, 'reports');
}

/**
 * Ingests a day into a new store and reconciles it with all reports. Returns both steps and their sum, which is cold.
 */
export async function measureCold(by: By, day: Day, orders: number, place: Place): Promise<Measured[]> {
  const ingest: Measured = {
    what: 'ingest',
    by,
    orders,
    ...(await runProgram(place, ['ingest', day.folder])),
  };
  const night = await measureNight('night', by, orders, place);
  return [ingest, night, together('cold', ingest, night)];
}

/** Reconciles the date with all reports, after its logs were ingested; again, it is a run without news. */
export async function measureNight(
  what: Night,
  by: By,
  orders: number,
  place: Place,
  asOf = AS_OF,
): Promise<Measured> {
  return { what, by, orders, ...(await runProgram(place, reconcile(place, asOf))) };
}

/** Then adds late callbacks to the published date: ingests them, reconciles and publishes again. */
export async function measureLate(by: By, late: string, orders: number, place: Place): Promise<Measured> {
  const words = [...reconcile(place, LATER), '--in', late];
  return { what: 'late', by, orders, ...(await runProgram(place, words)) };
}

/** The words that judge a date and write all its reports. */
export function reconcile(place: Place, asOf: string, date = DATE): string[] {
  return ['reconcile', '--date', date, '--as-of', asOf, '--out', reportsOf(place)];
}
