import { programVersion } from '../../database/package-root.ts';
import { JOB_METRICS } from './job-metrics.ts';
import { NIGHT_METRICS } from './night-metrics.ts';
import type { Standing } from './standing.ts';

/** What there is to tell at a scrape. */
export interface View {
  /** The newest that could be had; undefined as long as there is none. */
  readonly standing: Standing | undefined;
  /** Whether it is of now: the store could be asked. */
  readonly isStoreUp: boolean;
  /** Whether the schedule's loop goes on. */
  readonly isAlive: boolean;
}

/** A value and what it is of; null where there is none. */
export type Sample = readonly [value: number | null, labels?: Readonly<Record<string, string>>];

/** A metric of Prometheus: units at the end of its name. Names of jobs are job_name, since job is what is scraped. */
export interface Metric<Of = View> {
  readonly name: `payin_recon_${string}`;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly labels: readonly string[];
  samples(of: Of): readonly Sample[];
}

const OWN_METRICS: readonly Metric[] = [
  {
    name: 'payin_recon_build_info',
    type: 'gauge',
    help: 'Always 1; the version of the program.',
    labels: ['version'],
    samples: () => [[1, { version: programVersion }]],
  },
  {
    name: 'payin_recon_schedule_alive',
    type: 'gauge',
    help: 'Whether the schedule goes on (1) or hangs (0).',
    labels: [],
    samples: ({ isAlive }) => [[isAlive ? 1 : 0]],
  },
  {
    name: 'payin_recon_store_up',
    type: 'gauge',
    help: 'Whether the store could be asked (1); if not (0), what is told of it is the last that was known.',
    labels: [],
    samples: ({ isStoreUp }) => [[isStoreUp ? 1 : 0]],
  },
];

/** All that is told, in its order. */
export const METRICS: readonly Metric[] = [
  ...OWN_METRICS,
  ...[...JOB_METRICS, ...NIGHT_METRICS].map(
    (metric): Metric => ({
      ...metric,
      samples: ({ standing }) => (standing === undefined ? [] : metric.samples(standing)),
    }),
  ),
];
