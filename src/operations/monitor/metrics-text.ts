import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Metric, View } from './metric.ts';
import { METRICS } from './metrics.ts';

/** What the text is, for the header of an answer. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Gauges whose names end as those of counters do, which Prometheus' own check refuses. */
const MISNAMED = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
];

/** The process's memory, processor time and delays; once a process, since they observe it from then on. */
export function processMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  for (const name of MISNAMED) register.removeSingleMetric(name);
  return register;
}

/**
 * How things stand in the text format of Prometheus, made anew each time: what is no more is not told any more.
 * @param ofProcess told after it
 */
export async function metricsText(view: View, ofProcess?: Registry): Promise<string> {
  const register = new Registry();
  for (const metric of METRICS) add(metric, view, register);
  const texts = [await register.metrics(), await ofProcess?.metrics()];
  return texts.filter((text) => text !== undefined).join('\n');
}

function add({ name, type, help, labels, samples }: Metric, view: View, register: Registry): void {
  const given = samples(view).filter(([value]) => value !== null);
  // One without samples would be told as a type and nothing else, or, without labels, as 0.
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
