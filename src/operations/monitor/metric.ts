import type { Snapshot } from './monitor-snapshot.ts';

/** What the metrics of a scrape are made from. */
export interface View {
  /** The newest that could be had; undefined as long as there is none. */
  readonly snapshot: Snapshot | undefined;
  /** Whether it is of now: the store could be asked. */
  readonly isStoreUp: boolean;
  /** Whether the schedule's loop goes on. */
  readonly isAlive: boolean;
}

/** A value and what it is of; null where there is none. */
export type MetricSample = readonly [value: number | null, labels?: Readonly<Record<string, string>>];

/** A metric of Prometheus: units at the end of its name. Names of jobs are job_name, since job is what is scraped. */
export interface Metric<Of = View> {
  readonly name: `payin_recon_${string}`;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly labels: readonly string[];
  samples(of: Of): readonly MetricSample[];
}
