import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Acknowledge, acknowledge, answering, callbackReceiver } from './callback-receiver.ts';
import { brazilOrder } from './pay-in-requests.ts';
import { type ServedSandbox, serveSandbox } from './served-sandbox.ts';

/** Seconds to each attempt by default: after the payment, and after the attempt before. */
const WAITS = [1, 5, 30, 120, 600, 3600, 21_600];

/** Advances to the next thing that is planned. @returns the seconds that it took; undefined if nothing is planned */
async function next(served: ServedSandbox): Promise<number | undefined> {
  const [wait] = served.timeline.planned();
  if (wait === undefined) return undefined;
  served.timeline.advance(wait);
  await served.settled();
  return wait;
}

/** Seconds to each attempt until nothing is planned any more. */
async function waitsOf(served: ServedSandbox): Promise<number[]> {
  const waits: number[] = [];
  for (let wait = await next(served); wait !== undefined; wait = await next(served)) waits.push(wait);
  return waits;
}

/** Pays an order whose receiver answers like this, and gives the delivery that came of it. */
async function deliveryWith(answer: Acknowledge, sandbox: object = {}) {
  const receiver = await callbackReceiver();
  receiver.answer = answer;
  const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url, ...sandbox } });
  await served.createPaid();
  await next(served);
  return { served, receiver, delivery: served.known('BR0001').deliveries[0]! };
}

describe('a callback', () => {
  it('is sent again by the schedule of the settings, and then given up', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = answering(503, 'busy');
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await served.createPaid();
    expect(await waitsOf(served)).toEqual(WAITS);
    expect(receiver.received).toHaveLength(WAITS.length);
    expect(new Set(receiver.received.map(({ text }) => text)).size, 'always the same body').toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-timestamp'])).size).toBe(WAITS.length);
    const { deliveries } = served.known('BR0001');
    expect(deliveries.map(({ answer }) => answer)).toEqual(WAITS.map(() => '503 busy'));
    expect(served.log.filter((line) => line.includes('callback given up'))).toHaveLength(1);
  });

  it.each([1, 2, 7])('is sent until the answer is SUCCESS, here to attempt %s', async (last) => {
    const receiver = await callbackReceiver();
    let attempts = 0;
    receiver.answer = (response, callback) => {
      attempts += 1;
      (attempts === last ? acknowledge : answering(200, 'FAIL'))(response, callback);
    };
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await served.createPaid();
    expect(await waitsOf(served)).toEqual(WAITS.slice(0, last));
    expect(served.known('BR0001').deliveries.map((one) => one.isAcknowledged)).toEqual(
      Array.from({ length: last }, (_, index) => index === last - 1),
    );
    expect(served.log.join()).not.toContain('callback given up');
  });

  it('waits after the end of an attempt, however long that took', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    receiver.answer = (response, callback) => {
      served.timeline.advance(3);
      answering(503, 'busy')(response, callback);
    };
    await served.createPaid();
    expect(await next(served)).toBe(1);
    expect(served.timeline.planned()).toEqual([5]);
  });

  it('of one order does not wait for that of another', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = (response, callback) =>
      (callback.body.orderNo === 'BAD001' ? answering(500, '') : acknowledge)(response, callback);
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await served.createPaid(brazilOrder({ orderNo: 'BAD001' }));
    await served.createPaid(brazilOrder({ orderNo: 'GOOD01' }));
    await waitsOf(served);
    expect(served.known('BAD001').deliveries).toHaveLength(WAITS.length);
    expect(served.known('GOOD01').deliveries).toHaveLength(1);
  });
});

describe('the plain string SUCCESS', () => {
  it.each([
    ['with a Content-Type of text', answering(200, 'SUCCESS', { 'Content-Type': 'text/plain' })],
    ['with a Content-Type of HTML', answering(200, 'SUCCESS', { 'Content-Type': 'text/html' })],
    [
      'in two chunks',
      ((response) => {
        response.write('SUC');
        response.end('CESS');
      }) satisfies Acknowledge,
    ],
  ])('is an acknowledgement %s', async (_, answer) => {
    const { served, delivery } = await deliveryWith(answer);
    expect(delivery).toMatchObject({ isAcknowledged: true, answer: 'SUCCESS' });
    expect(served.timeline.planned()).toEqual([]);
  });

  it.each<[string, Acknowledge, string]>([
    ['a line feed after it', answering(200, 'SUCCESS\n'), '200 SUCCESS\n'],
    ['a space before it', answering(200, ' SUCCESS'), '200  SUCCESS'],
    ['small letters', answering(200, 'success'), '200 success'],
    ['quotation marks', answering(200, '"SUCCESS"', { 'Content-Type': 'application/json' }), '200 "SUCCESS"'],
    ['JSON', answering(200, '{"status":"SUCCESS"}'), '200 {"status":"SUCCESS"}'],
    ['a byte order mark', answering(200, '\uFEFFSUCCESS'), '200 \uFEFFSUCCESS'],
    ['it twice', answering(200, 'SUCCESSSUCCESS'), '200 SUCCESSSUCCESS'],
    ['nothing', answering(200, ''), '200 '],
    ['nothing, by 204', answering(204, ''), '204 '],
    ['it with the status 201', answering(201, 'SUCCESS'), '201 SUCCESS'],
    ['it with the status 202', answering(202, 'SUCCESS'), '202 SUCCESS'],
    ['it with the status 500', answering(500, 'SUCCESS'), '500 SUCCESS'],
    ['a long page', answering(200, 'a'.repeat(1000)), `200 ${'a'.repeat(200)}`],
  ])('is no acknowledgement with %s', async (_, answer, shown) => {
    const { served, delivery } = await deliveryWith(answer);
    expect(delivery).toMatchObject({ isAcknowledged: false, answer: shown });
    expect(served.timeline.planned()).toEqual([5]);
  });

  it.each<[string, Acknowledge, string]>([
    ['is cut off before its head', (response) => void response.destroy(), 'ECONNRESET'],
    [
      'is cut off in its body',
      (response) => {
        response.writeHead(200, { 'Content-Length': '7' });
        response.write('SUCC', () => response.destroy());
      },
      'ECONNRESET',
    ],
    ['is not HTTP', (response) => void response.socket!.end('SUCCESS'), 'HPE_INVALID_CONSTANT'],
    ['is too long', answering(200, 'SUCCESS'.repeat(20_000)), 'too long'],
    ['does not come', () => undefined, 'timeout'],
    ['does not end', (response) => void response.write('SUCCESS'), 'timeout'],
  ])('is no acknowledgement where the answer %s', async (_, answer, shown) => {
    // However slow the machine is, the others do not take as long.
    const callbackTimeoutSeconds = shown === 'timeout' ? 1 : 600;
    const { served, delivery } = await deliveryWith(answer, { callbackTimeoutSeconds });
    expect(delivery).toMatchObject({ isAcknowledged: false, answer: shown });
    expect(served.timeline.planned()).toEqual([5]);
  });
});

it('a callback that the module of signatures never signs is tried again, and keeps no sandbox from stopping', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const signCallback = () => {
    asked += 1;
    return new Promise<string>(() => undefined);
  };
  const signatures = {
    ...{ signCallback, signRequest: () => '', verifyRequest: () => true, verifyCallback: () => true },
  };
  const receiver = await callbackReceiver();
  const served = await serveSandbox({ signatures, sandbox: { callbackUrl: receiver.url } });
  await served.createPaid();
  for (const attempt of [1, 2]) {
    served.timeline.advance(served.timeline.planned()[0]!);
    while (asked < attempt) await turn();
    const ended = attempt === 1 ? served.settled() : served.close();
    vi.advanceTimersByTime(5000);
    await ended;
  }
  expect(receiver.received).toEqual([]);
  const { deliveries } = served.known('BR0001');
  expect(deliveries.map(({ answer }) => answer)).toEqual(Array(2).fill('no result within 5 seconds'));
});
