import { Counter, Gauge, Registry } from 'prom-client';
import { programVersion } from '../../database/package-root.ts';
import { JOB_METRICS } from './job-metrics.ts';
import type { Metric, View } from './metric.ts';
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

/**
 * The metrics in the text format of Prometheus. They are built anew for each scrape, so that labels without a value
 * disappear.
 * @param ofProcess metrics of the process, appended at the end
 */
export async function metricsText(view: View, ofProcess?: Registry): Promise<string> {
  const register = new Registry();
  for (const metric of METRICS) add(metric, view, register);
  const texts = [await register.metrics(), await ofProcess?.metrics()];
  return texts.filter((text) => text !== undefined).join('\n');
}

function add({ name, type, help, labels, samples }: Metric, view: View, register: Registry): void {
  const given = samples(view).filter(([value]) => value !== null);
  // Without samples, the text would contain a type line only, or 0 for a metric without labels.
  if (given.length === 0) return;
  const configuration = { name, help, labelNames: labels, registers: [register] };
  if (type === 'gauge') {
    const gauge = new Gauge(configuration);
    for (const [value, of = {}] of given) gauge.set(of, value!);
  } else {
    const counter = new Counter(configuration);
    for (const [value, of = {}] of given) counter.inc(of, value!);
  }
}
