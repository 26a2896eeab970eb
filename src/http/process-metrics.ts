import { collectDefaultMetrics, Registry } from 'prom-client';

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
