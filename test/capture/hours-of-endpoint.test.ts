/** What the endpoint says of an hour, by the clock that it looks at. */
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RawAnswer, rawGet } from '../web/raw-request.ts';
import { callbackOf, type ServedCapture, serveCapture, turns, until } from './served-capture.ts';
import { clock, instantAt, STEP } from './wound-capture.ts';

/** An endpoint that looks as often as the clock is wound. */
async function serveWound() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let time = clock(11, 59, 59);
  const capture = await serveCapture({ settings: { maxBodyBytes: 1024 }, at: () => instantAt(time) });
  return {
    capture,
    names: () =>
      readdirSync(capture.folder)
        .filter((name) => name.startsWith('callbacks-'))
        .sort(),
    /** No look but the one at the end of an hour waits for the disk. */
    wind: async (to: number) => {
      while (time < to) {
        time = Math.min(to, time + STEP);
        vi.advanceTimersByTime(1000);
        await turns(1);
      }
    },
  };
}

describe('the endpoint', () => {
  it('looks every second while it takes callbacks, and no more once it is closed', async () => {
    const { capture, names, wind } = await serveWound();
    await wind(clock(13));
    await until(() => names().join() === 'callbacks-2026-11-20-12.ndjson.gz');
    await capture.post(callbackOf('THIRTEEN01'));
    await wind(clock(14));
    const packed = ['callbacks-2026-11-20-12.ndjson.gz', 'callbacks-2026-11-20-13.ndjson.gz'];
    await until(() => names().join() === packed.join());
    expect(capture.records('callbacks')).toHaveLength(1);
    await capture.close();
    expect(vi.getTimerCount()).toBe(0);
    await wind(clock(16));
    expect(names()).toEqual(packed);
  });

  const deep = callbackOf('DEEPDEEP01').replace('20000', '['.repeat(70) + ']'.repeat(70));
  const REFUSED = 'payin_recon_capture_callbacks_total{result="refused"}';
  const cutOff = { 'Content-Length': '900' };
  it.each([
    ['is too long', 413, callbackOf('TOOLONG001').padEnd(1025), {}],
    ['is packed', 415, callbackOf('PACKED0001'), { 'Content-Encoding': 'gzip' }],
    ['is nested too deeply', 400, deep, {}],
    ['breaks off', 0, callbackOf('CUTOFF0001'), cutOff],
  ])(
    'leaves no file without a line of an hour in which a callback %s',
    async (_how, status, body, headers) => {
      const { capture, names, wind } = await serveWound();
      await wind(clock(12, 10));
      const answer = await rawPost(capture, body, headers, headers === cutOff);
      expect(answer.status).toBe(status);
      while ((await capture.metric(REFUSED)) === 0) await turns();
      await wind(clock(14));
      await until(() => names().length > 0);
      await capture.close();
      expect(names()).toEqual(['callbacks-2026-11-20-13.ndjson.gz']);
    },
  );

  it.each([
    ['not JSON', Buffer.from('user=admin')],
    ['no object', Buffer.from('[]')],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('leaves one of an hour in which somebody sent what is %s, and so no callback', async (_what, body) => {
    const { capture, names, wind } = await serveWound();
    await wind(clock(12, 10));
    expect((await capture.post(body)).status).toBe(400);
    await wind(clock(13));
    await until(() => names().join() === 'callbacks-2026-11-20-12.ndjson.gz');
  });
});

/** @param isCutOff whether the connection ends after the body that is given */
function rawPost(
  { url }: ServedCapture,
  body: string,
  headers: Readonly<Record<string, string>>,
  isCutOff: boolean,
): Promise<RawAnswer> {
  const after = isCutOff
    ? async (socket: Socket) => {
        await turns();
        socket.destroy();
      }
    : async () => undefined;
  const all = { 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  return rawGet(url, '/callbacks', all, { method: 'POST', body, after });
}
