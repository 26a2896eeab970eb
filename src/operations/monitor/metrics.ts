import { programVersion } from '../../database/package-root.ts';
import { JOB_METRICS } from './job-metrics.ts';
import type { Metric } from './metric.ts';
import { NIGHT_METRICS } from './night-metrics.ts';

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
    help: 'Whether the schedule is running (1) or hangs (0).',
    labels: [],
    samples: ({ isAlive }) => [[isAlive ? 1 : 0]],
  },
  {
    name: 'payin_recon_store_up',
    type: 'gauge',
    help: 'Whether the store could be read (1); if not (0), its metrics are the last that were read.',
    labels: [],
    samples: ({ isStoreUp }) => [[isStoreUp ? 1 : 0]],
  },
];

/** All metrics in the order of the output. */
export const METRICS: readonly Metric[] = [
  ...OWN_METRICS,
  ...[...JOB_METRICS, ...NIGHT_METRICS].map(
    (metric): Metric => ({
      ...metric,
      samples: ({ snapshot }) => (snapshot === undefined ? [] : metric.samples(snapshot)),
    }),
  ),
];
