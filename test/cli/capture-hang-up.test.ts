/** A terminal that closes while a request is forwarded: it sends SIGHUP, and its shell sends it again. */
import { expect, it } from 'vitest';
import { startProcess } from '../capture/capture-process.ts';
import { ACCEPTED, accept, PAY_IN, startService } from '../capture/own-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('capture answers what it is forwarding, and then ends', async () => {
  const { promise, resolve } = Promise.withResolvers<() => void>();
  const service = await startService((response, request) => resolve(() => accept(response, request)));
  const capture = await startProcess(temporaryFolder(), ['--forward', service.url]);
  const headers = { 'Content-Type': 'application/json', 'X-PARTNER-ID': 'M0001' };
  const path = new URL('/v2.0/transaction/pay-in', capture.url);
  const answered = fetch(path, { method: 'POST', headers, body: PAY_IN });
  const goOn = await promise;
  const ended = capture.end('SIGHUP');
  await capture.saying('"stopping"');
  capture.signal('SIGHUP');
  goOn();
  expect(await (await answered).text()).toBe(ACCEPTED);
  expect(await ended).toBe(0);
});
