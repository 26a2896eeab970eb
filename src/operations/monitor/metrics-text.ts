import { Counter, Gauge, Registry } from 'prom-client';
import type { Metric, View } from './metric.ts';
import { METRICS } from './metrics.ts';

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
