import { describe, expect, it } from 'vitest';
import { processMetrics } from '../../../src/http/process-metrics.ts';
import type { View } from '../../../src/operations/monitor/metric.ts';
import { METRICS, metricsText } from '../../../src/operations/monitor/metrics.ts';
import { feed } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { isThere, saidBy } from '../../support/outside-tools.ts';
import { payInLine } from '../../support/records.ts';
import { leaveTraces, secondsOf, snapshotOf, watchedBooks } from './watched-books.ts';

const UNKNOWN: View = { snapshot: undefined, isStoreUp: false, isAlive: true };
const ofProcess = processMetrics();

onEngines('metrics', (engine) => {
  it('tell all that stands there, in a way that Prometheus finds nothing wrong with', async () => {
    const { store, publish } = await watchedBooks(engine);
    await publish();
    await leaveTraces(store);
    const text = await metricsText({ snapshot: await snapshotOf(store), isStoreUp: true, isAlive: true });
    expect(METRICS.filter(({ name }) => !text.includes(`# TYPE ${name} `))).toEqual([]);
    const lines = text.split('\n');
    expect(lines).toContain('payin_recon_store_up 1');
    expect(lines).toContain('payin_recon_schedule_alive 1');
    expect(lines).toContain(
      `payin_recon_night_end_timestamp_seconds{region="BR"} ${secondsOf('2026-11-20T03:00:00Z')}`,
    );
    expect(lines).toContain(
      'payin_recon_night_paid_minor{region="EG",outcome="MATCHED",currency="EGP"} 15050',
    );
    expect(lines).toContain('payin_recon_job_failures{job_name="nightly",region="EG"} 4');
    expect(lines).toContain('payin_recon_job_last_run_duration_seconds{job_name="nightly",region="BR"} 41.5');
    expect(lines).toContain('payin_recon_findings_open{region="BR",severity="high",age_days="0-1"} 1');
    expect(lines).toContain('payin_recon_findings_open{region="BR",severity="critical",age_days="0-1"} 0');
    expect(lines).toContain('payin_recon_records_total{result="rejected"} 1');
    expect(lines).toContain('payin_recon_alarms_open{measure="silent",region="BR"} 2');
    expect(lines).toContain('payin_recon_deliveries_waiting{delivery="bank"} 2');
    expect(lines).toContain('payin_recon_deliveries_failing{delivery="bank"} 1');
    expect(lines).toContain(
      `payin_recon_deliveries_oldest_timestamp_seconds{delivery="bank"} ${secondsOf('2026-11-20T06:00:00Z')}`,
    );
    // A job that does not run has no moment since when it does.
    expect(text).not.toContain('running_since_timestamp_seconds{job_name="nightly"');
  });

  it('hold no order, no merchant and no payer', async () => {
    const { store, folder, publish } = await watchedBooks(engine);
    const payer = { name: 'Maria Silva', cpf: '11144477735', phone: '+5511987654321' };
    await feed(store, `${folder}/payer.ndjson`, [
      payInLine({ orderNo: 'ORDER00077', tradeNo: 'T77', payer }),
    ]);
    await publish();
    await leaveTraces(store);
    const text = await metricsText({ snapshot: await snapshotOf(store), isStoreUp: true, isAlive: true });
    expect(text).not.toMatch(/ORDER0|M000\d|Maria|11144477735|5511987654321|ndjson/);
  });

  it.skipIf(!isThere('promtool'))('pass promtool, with those of the process', async () => {
    const { store, publish } = await watchedBooks(engine);
    await publish();
    await leaveTraces(store);
    const view = { snapshot: await snapshotOf(store), isStoreUp: true, isAlive: true };
    const input = await metricsText(view, ofProcess);
    expect(input).toContain('process_resident_memory_bytes');
    expect(saidBy('promtool', ['check', 'metrics'], { input })).toEqual({ code: 0, said: '' });
  });
});

describe('metrics of a store that could never be asked', () => {
  it('say so, and that the schedule goes on', async () => {
    const samples = (await metricsText(UNKNOWN)).split('\n').filter((line) => /^\w/.test(line));
    expect(samples).toEqual([
      expect.stringMatching(/^payin_recon_build_info\{version="\d+\.\d+\.\d+"\} 1$/),
      'payin_recon_schedule_alive 1',
      'payin_recon_store_up 0',
    ]);
  });
});

describe.skipIf(!isThere('promtool'))('promtool', () => {
  it('finds what is wrong with a metric, so that what it passes means something', () => {
    const input = '# HELP odd_total Something.\n# TYPE odd_total gauge\nodd_total 1\n';
    const { code, said } = saidBy('promtool', ['check', 'metrics'], { input });
    expect(code).not.toBe(0);
    expect(said).toContain('odd_total');
  });
});
