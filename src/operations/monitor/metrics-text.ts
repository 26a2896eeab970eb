import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Metric, View } from './metric.ts';
import { METRICS } from './metrics.ts';

/** Content type of the answer. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Gauges with names like those of counters, which `promtool check metrics` refuses. */
const MISNAMED = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
];

/**
 * Metrics of the process: memory, processor time and delays. Create them once per process, because they measure from
 * then on.
 */
export function processMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  for (const name of MISNAMED) register.removeSingleMetric(name);
  return register;
}

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
