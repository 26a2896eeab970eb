import type { Server } from '../support/postgres-server.ts';
import type { Load } from './endpoints.ts';
import type { Measured } from './figures.ts';
import type { Options } from './options.ts';
import type { Look } from './page.ts';
import type { Downloaded } from './page-downloads.ts';

/** Values shared by the scenarios of a benchmark. */
export interface Contest {
  readonly server: Pick<Server, 'url'>;
  readonly options: Options;
  /** Folder of simulated days, kept between benchmarks. */
  readonly data: string;
  /** Creates an empty folder that is removed after the benchmark. */
  readonly folder: (name: string) => string;
  /** Called with every measurement. */
  readonly note: (measured: readonly Measured[]) => void;
  /** Called with differences between contestants that are allowed. */
  readonly differ: (lines: readonly string[]) => void;
  /** Called with answers of the page. */
  readonly look: (looks: readonly Look[]) => void;
  /** Called with every load of an endpoint. */
  readonly load: (load: Load) => void;
  /** Called with every download. */
  readonly downloaded: (download: Downloaded) => void;
}

/** Runs all contestants one after the other. Every round starts with another one. */
export async function inTurn(round: number, contestants: readonly (() => Promise<unknown>)[]): Promise<void> {
  const first = round % contestants.length;
  for (const run of [...contestants.slice(first), ...contestants.slice(0, first)]) await run();
}

/** The folder for CPU profiles of one work of a round; undefined without --profile. */
export function profileOf({ options }: Contest, name: string): string | undefined {
  return options.profile === undefined ? undefined : `${options.profile}/${name}`;
}
