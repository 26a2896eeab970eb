import type { Registry } from 'prom-client';
import { FAULTS, Fault, withoutPasswords } from '../../errors.ts';
import { type HttpAnswer, healthAnswer } from '../../http/answer.ts';
import { METRICS_TYPE, processMetrics } from '../../http/process-metrics.ts';
import { metricsText } from './metrics.ts';
import type { Snapshot } from './monitor-snapshot.ts';
import { sharedRead } from './shared-read.ts';

/** The functions of the schedule that the monitor calls. */
export interface MonitorSources {
  /** Reads the state of the store. Calls are some seconds apart and never overlap. */
  readonly snapshot: () => Promise<Snapshot>;
  /** Whether the schedule's loop is running. */
  readonly alive: () => boolean;
  /** True if a run could start now, otherwise the reason as text. */
  readonly ready: () => Promise<true | string>;
}

/** The timeout of Prometheus is 10 s by default; that of Kubernetes probes is configurable. */
const MOST_MILLISECONDS = 5_000;
const KEPT_MILLISECONDS = 5_000;

/** The handler for each path. */
export function answersOf({
  snapshot,
  alive,
  ready,
}: MonitorSources): Map<string, () => Promise<HttpAnswer>> {
  const read = sharedRead(snapshot, KEPT_MILLISECONDS, MOST_MILLISECONDS);
  const isReady = sharedRead(() => ready().catch(reasonOf), KEPT_MILLISECONDS, MOST_MILLISECONDS);
  const ofProcess: Registry = processMetrics();
  return new Map([
    ['/healthz', async () => answer(alive(), 'the schedule hangs: restart the program')],
    [
      '/readyz',
      async () => {
        const { value, isFresh } = await isReady();
        const state = isFresh ? value : 'the store does not answer';
        return answer(state === true, String(state));
      },
    ],
    [
      '/metrics',
      async () => {
        const { value, isFresh } = await read();
        const view = { snapshot: value, isStoreUp: isFresh, isAlive: alive() };
        return { status: 200, type: METRICS_TYPE, body: await metricsText(view, ofProcess) };
      },
    ],
  ]);
}

function answer(isWell: boolean, reason: string): HttpAnswer {
  return healthAnswer(isWell ? undefined : withoutPasswords(reason));
}

/** The code and place of a fault. Other errors are not shown, because their text may contain anything. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Fault)) return FAULTS.INTERNAL.title;
  const { where } = error.detail;
  return `${error.code}: ${FAULTS[error.code].title}${where === undefined ? '' : ` (${where})`}`;
}
