import type { Snapshot } from './monitor-snapshot.ts';

/** The data that metrics are computed from. */
export interface View {
  /** The newest snapshot; undefined until one could be read. */
  readonly snapshot: Snapshot | undefined;
  /** Whether the store could be read now, so that the snapshot is current. */
  readonly isStoreUp: boolean;
  /** Whether the schedule's loop is running. */
  readonly isAlive: boolean;
}

/** A value and its labels; the value is null if there is none. */
export type MetricSample = readonly [value: number | null, labels?: Readonly<Record<string, string>>];

/**
 * A Prometheus metric. Its name ends with the unit. The label for jobs is job_name, because Prometheus itself sets job.
 */
export interface Metric<Of = View> {
  readonly name: `payin_recon_${string}`;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly labels: readonly string[];
  samples(of: Of): readonly MetricSample[];
}
