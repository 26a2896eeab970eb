import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PAY_IN, startService } from './own-service.ts';
import { CALLBACK, heldDisk, type ServedCapture, serveCapture } from './served-capture.ts';

const callbacks = (capture: ServedCapture, result: string) =>
  capture.metric(`payin_recon_capture_callbacks_total{result="${result}"}`);

describe('GET /metrics', () => {
  it('counts callbacks, records and syncs', async () => {
    const capture = await serveCapture();
    for (let count = 0; count < 3; count += 1) await capture.post(CALLBACK);
    await capture.post('no JSON');
    expect(await callbacks(capture, 'stored')).toBe(3);
    expect(await callbacks(capture, 'refused')).toBe(1);
    expect(await callbacks(capture, 'busy')).toBe(0);
    expect(await capture.metric('payin_recon_capture_records_total')).toBe(3);
    expect(await capture.metric('payin_recon_capture_syncs_total')).toBe(3);
    expect(await capture.metric('payin_recon_capture_callback_seconds_count')).toBe(3);
    expect(await capture.metric('payin_recon_capture_waiting_bytes')).toBe(0);
  });

  it('counts pay-in requests apart from callbacks', async () => {
    const service = await startService();
    const capture = await serveCapture({ settings: { forward: service.url } });
    await capture.post(PAY_IN, {}, '/v2.0/transaction/pay-in');
    await capture.post('no JSON', {}, '/v2.0/transaction/pay-in');
    expect(await capture.metric('payin_recon_capture_pay_ins_total{result="answered"}')).toBe(1);
    expect(await capture.metric('payin_recon_capture_pay_ins_total{result="refused"}')).toBe(1);
    for (const result of ['stored', 'refused']) expect(await callbacks(capture, result)).toBe(0);
  });

  it('shows what waits to be stored', async () => {
    const disk = heldDisk();
    const capture = await serveCapture({ disk });
    const posted = capture.post(CALLBACK);
    await disk.until(1);
    expect(await capture.metric('payin_recon_capture_waiting_bytes')).toBeGreaterThan(CALLBACK.length);
    expect(await callbacks(capture, 'stored')).toBe(0);
    disk.release();
    await posted;
    expect(await callbacks(capture, 'stored')).toBe(1);
  });

  it('is in the format of Prometheus, and counts each endpoint for itself', async () => {
    const [one, other] = [await serveCapture(), await serveCapture()];
    await one.post(CALLBACK);
    const answer = await fetch(`${one.url}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toContain('# TYPE payin_recon_capture_callbacks_total counter');
    expect(text).toContain('payin_recon_capture_callbacks_total{result="stored"} 1\n');
    expect(text).toContain('process_cpu_seconds_total');
    expect(await callbacks(other, 'stored')).toBe(0);
  });

  it('shows nothing of what was sent', async () => {
    const capture = await serveCapture();
    await capture.post(CALLBACK);
    expect(await (await fetch(`${capture.url}/metrics`)).text()).not.toMatch(/ORDER00001|M0001/);
  });

  it('has a help text for each of its own names', async () => {
    const source = readFileSync(new URL('../../src/capture/capture-metrics.ts', import.meta.url), 'utf8');
    const names = [...source.matchAll(/name: '([^']+)'/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(4);
    const capture = await serveCapture();
    const text = await (await fetch(`${capture.url}/metrics`)).text();
    for (const name of names) expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
  });
});

describe('GET /healthz', () => {
  it('is well, also for HEAD, and takes nothing else', async () => {
    const capture = await serveCapture();
    const answer = await fetch(`${capture.url}/healthz?a=b`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const head = await fetch(`${capture.url}/healthz`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(`${capture.url}/healthz`, { method: 'DELETE' })).status).toBe(405);
    expect(capture.records('callbacks')).toEqual([]);
  });

  it('says why it is not well', async () => {
    const disk = heldDisk();
    const capture = await serveCapture({ disk, settings: { maxWaitingBytes: 65_536 } });
    const posted = capture.post(CALLBACK.replace('"Shop"', `"${'x'.repeat(70_000)}"`));
    await disk.until(1);
    const answer = await fetch(`${capture.url}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: 'unavailable', reason: 'Too much waits to be stored' },
    ]);
    disk.release();
    await posted;
    expect((await fetch(`${capture.url}/healthz`)).status).toBe(200);
  });
});
