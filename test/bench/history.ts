import { join } from 'node:path';
import type { Server } from '../support/postgres-server.ts';
import { createDatabase } from './databases.ts';
import { AS_OF, DATE, type Day } from './days.ts';
import type { Measured } from './figures.ts';
import { runProgram } from './program.ts';

/** Phases, and what each is held against. */
export const HISTORY_AGAINST = { 'with history': 'alone' };

/**
 * The newest date, ingested and reconciled by one command into a store that holds all dates before it, reconciled and
 * published as of one moment; against the same into a store that holds nothing.
 * @param days in their order, the newest last
 */
export async function measureHistory(
  server: Pick<Server, 'url'>,
  work: string,
  days: readonly Day[],
  orders: number,
): Promise<Measured[]> {
  const newest = days.at(-1)!;
  const before = days.slice(0, -1);
  const full = await createDatabase(server);
  const dates = before.map(({ folder }) => folder.slice(-DATE.length));
  for (const { folder } of before) runProgram(work, ['ingest', folder], full);
  const all = ['reconcile', '--from', dates[0]!, '--to', dates.at(-1)!, '--as-of', AS_OF];
  runProgram(work, [...all, '--out', join(work, 'history')], full);
  const empty = await createDatabase(server);
  runProgram(work, ['migrate'], empty);
  const words = ['reconcile', '--date', DATE, '--as-of', AS_OF, '--in', newest.folder];
  const run = (phase: string, store: Readonly<Record<string, string>>): Measured => ({
    what: `${days.length} dates`,
    orders,
    phase,
    ...runProgram(work, [...words, '--out', join(work, phase)], store),
  });
  return [run('alone', empty), run('with history', full)];
}
