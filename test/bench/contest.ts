import type { Server } from '../support/postgres-server.ts';
import type { Measured } from './figures.ts';
import type { Options } from './options.ts';

/** What the scenarios of a benchmark share. */
export interface Contest {
  readonly server: Pick<Server, 'url'>;
  readonly options: Options;
  /** Folder of days, kept from one benchmark to the next. */
  readonly data: string;
  /** A new empty folder, which goes with the benchmark. */
  readonly folder: (name: string) => string;
  /** Is told of everything that was measured. */
  readonly note: (measured: readonly Measured[]) => void;
  /** Is told in what contestants differ where they may. */
  readonly differ: (lines: readonly string[]) => void;
}

/** Does each, one after the other; every round another one begins. */
export async function inTurn(round: number, contestants: readonly (() => Promise<unknown>)[]): Promise<void> {
  const first = round % contestants.length;
  for (const run of [...contestants.slice(first), ...contestants.slice(0, first)]) await run();
}

/** The folder for CPU profiles of one work of a round, undefined where none are asked for. */
export function profileOf({ options }: Contest, name: string): string | undefined {
  return options.profile === undefined ? undefined : `${options.profile}/${name}`;
}
