import { join } from 'node:path';
import { AS_OF, DATE, type Day } from './days.ts';
import type { Measured } from './figures.ts';
import { runProgram } from './program.ts';

export interface Place {
  /** A folder of this round alone. */
  readonly work: string;
  /** What names the store: options or variables. */
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Ingests a day into a new store, reconciles it, and reconciles it again without news. */
export function measureEngine(what: string, day: Day, orders: number, place: Place): Measured[] {
  const { work, options = [], environment = {} } = place;
  const run = (phase: string, words: readonly string[]): Measured => ({
    what,
    orders,
    phase,
    ...runProgram(work, [...words, ...options], environment),
  });
  const reconcile = ['reconcile', '--date', DATE, '--as-of', AS_OF, '--out', join(work, 'reports')];
  return [run('ingest', ['ingest', day.folder]), run('reconcile', reconcile), run('again', reconcile)];
}
