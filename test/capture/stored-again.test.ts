/** A forwarded call that could not be stored is logged with its response once it can be, without a restart. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DISK, type Disk } from '../../src/append-log/disk.ts';
import { addSeconds } from '../../src/normalise/instant.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ACCEPTED, PAY_IN, startService } from './own-service.ts';
import { NOON, type ServedCapture, serveCapture, turns } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';
const WAITING = 'payin_recon_capture_waiting_bytes';

/** Serves an endpoint whose logs of pay-ins cannot be written while the test says so, by a clock that the test winds. */
async function serveFillable() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const state = { isFull: true, tries: 0 };
  const disk: Disk = {
    ...DISK,
    open: async (path) => {
      const file = await DISK.open(path);
      const append = async (bytes: Uint8Array) => {
        state.tries += 1;
        if (state.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        await file.append(bytes);
      };
      return path.includes('pay-ins') ? { ...file, append } : file;
    },
  };
  const service = await startService();
  const folder = temporaryFolder();
  const settings = { forward: service.url };
  let at = NOON;
  const capture = await serveCapture({ folder, settings, disk, at: () => at });
  const wind = async (seconds: number) => {
    at = addSeconds(at, seconds);
    vi.advanceTimersByTime(1000);
    await turns();
  };
  expect(await (await capture.post(PAY_IN, {}, PATH)).text()).toBe(ACCEPTED);
  expect(capture.log.join()).toContain('not stored; tried again every minute');
  /** A look that is under way takes the place of the next ones. */
  const untilLooked = async (holds: () => boolean) => {
    while (!holds()) await wind(0);
  };
  return { capture, state, wind, untilLooked, start: () => serveCapture({ folder, settings, at: () => at }) };
}

async function expectStored(capture: ServedCapture, start: () => Promise<ServedCapture>): Promise<void> {
  await capture.close();
  expect(readFileSync(join(capture.folder, 'forwarding.pending'), 'utf8')).toBe('');
  const next = await start();
  await next.close();
  expect(next.records('pay-ins')).toMatchObject([{ response: { body: JSON.parse(ACCEPTED) } }]);
}

it('is tried every minute until there is space', async () => {
  const { capture, state, wind, untilLooked, start } = await serveFillable();
  expect(await capture.metric(WAITING)).toBeGreaterThan(0);
  await wind(59);
  expect(state.tries).toBe(1);
  await wind(1);
  await untilLooked(() => state.tries === 2);
  await wind(59);
  expect(state.tries).toBe(2);
  state.isFull = false;
  await wind(1);
  await untilLooked(() => capture.log.join().includes('stored after all'));
  expect(capture.log.filter((line) => line.includes('every minute'))).toHaveLength(1);
  expect(await capture.metric(WAITING)).toBe(0);
  await wind(60);
  expect(state.tries).toBe(3);
  await expectStored(capture, start);
});

it('is tried once more when capture stops', async () => {
  const { capture, state, start } = await serveFillable();
  state.isFull = false;
  await expectStored(capture, start);
});

it('that cannot be stored before capture has stopped is logged by the next start without its response', async () => {
  const { capture, state, start } = await serveFillable();
  await capture.close();
  expect(state.tries).toBe(2);
  const next = await start();
  expect(next.records('pay-ins')).toHaveLength(1);
  expect(next.records('pay-ins')[0]).not.toHaveProperty('response');
});
