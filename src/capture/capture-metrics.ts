import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { processMetrics } from '../http/process-metrics.ts';

/** Result of a request, as a label of metrics. */
export type CaptureResult = 'stored' | 'unverified' | 'refused' | 'busy' | 'not_stored';

/** Counts what a capture endpoint does. */
export interface CaptureMetrics {
  callback(result: CaptureResult, seconds: number): void;
  payIn(result: 'answered' | 'unanswered' | 'refused' | 'busy' | 'forbidden' | 'not_stored'): void;
  /** A group of lines that was stored by one sync. */
  stored(lines: number): void;
  readonly registry: Registry;
}

/** @param waiting bytes that wait to be stored */
export function captureMetrics(waiting: () => number): CaptureMetrics {
  const registry = processMetrics();
  const registers = [registry];
  const callbacks = new Counter({
    name: 'payin_recon_capture_callbacks_total',
    help: 'Callbacks by result: stored and acknowledged, unverified, refused, busy (asked to come again), not_stored',
    labelNames: ['result'],
    registers,
  });
  const payIns = new Counter({
    name: 'payin_recon_capture_pay_ins_total',
    help: 'Pay-in requests by result; those from an address that may not send any are forbidden, and not forwarded',
    labelNames: ['result'],
    registers,
  });
  const syncs = new Counter({
    name: 'payin_recon_capture_syncs_total',
    help: 'Groups of records that were stored by one sync of the disk, or one transaction',
    registers,
  });
  const records = new Counter({
    name: 'payin_recon_capture_records_total',
    help: 'Records that were stored',
    registers,
  });
  const seconds = new Histogram({
    name: 'payin_recon_capture_callback_seconds',
    help: 'Time from the body of a callback to its acknowledgement',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  new Gauge({
    name: 'payin_recon_capture_waiting_bytes',
    help: 'Data that waits to be stored',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  // Found once by their labels, because that costs more than to count.
  const byResult = new Map<CaptureResult, { inc(): void }>();
  return {
    callback: (result, took) => {
      let counter = byResult.get(result);
      if (counter === undefined) {
        counter = callbacks.labels(result);
        byResult.set(result, counter);
      }
      counter.inc();
      if (result === 'stored') seconds.observe(Math.max(0, took));
    },
    payIn: (result) => payIns.inc({ result }),
    stored: (lines) => {
      syncs.inc();
      records.inc(lines);
    },
    registry,
  };
}
