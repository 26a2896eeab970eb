/** An endpoint that is closed while the service works on a pay-in request. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ACCEPTED, accept, PAY_IN, startService } from './own-service.ts';
import { serveCapture } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';
const HEADERS = { 'Content-Type': 'application/json', 'X-PARTNER-ID': 'M0001' };

it.each([
  ['at once', 0],
  ['later than other requests are waited for', 2_200],
])('closing waits for the answer of the service that comes %s, and logs it', async (_when, milliseconds) => {
  const { promise, resolve } = Promise.withResolvers<() => void>();
  const service = await startService((response, request) => resolve(() => accept(response, request)));
  const capture = await serveCapture({ settings: { forward: service.url } });
  const answered = capture.post(PAY_IN, HEADERS, PATH);
  const goOn = await promise;
  const closed = capture.close();
  await setTimeout(milliseconds);
  goOn();
  expect(await (await answered).text()).toBe(ACCEPTED);
  await closed;
  expect(capture.records('pay-ins')).toMatchObject([{ response: { status: 200 } }]);
});

it('closing waits for the answer to a request whose body is still arriving', async () => {
  const { promise, resolve } = Promise.withResolvers<() => void>();
  const service = await startService((response, request) => resolve(() => accept(response, request)));
  const capture = await serveCapture({ settings: { forward: service.url } });
  const headers = { ...HEADERS, 'Content-Length': PAY_IN.length, Expect: '100-continue' };
  const sending = request(new URL(PATH, capture.url), { method: 'POST', headers });
  const answered = once(sending, 'response');
  const begun = once(sending, 'continue');
  sending.flushHeaders();
  await begun;
  const closed = capture.close();
  sending.end(PAY_IN);
  const goOn = await promise;
  await setTimeout(2_200);
  goOn();
  const [response] = (await answered) as [IncomingMessage];
  expect(await text(response)).toBe(ACCEPTED);
  await closed;
});

it('closing does not wait for a body that never ends', async () => {
  const capture = await serveCapture({ settings: { forward: 'http://127.0.0.1:1' } });
  const headers = { ...HEADERS, 'Content-Length': PAY_IN.length, Expect: '100-continue' };
  const sending = request(new URL(PATH, capture.url), { method: 'POST', headers });
  const cut = once(sending, 'error');
  const begun = once(sending, 'continue');
  sending.flushHeaders();
  await begun;
  sending.write(PAY_IN.slice(0, 10));
  await capture.close();
  await cut;
  expect(capture.records('pay-ins')).toEqual([]);
});
