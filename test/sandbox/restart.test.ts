import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { answering, callbackReceiver } from './callback-receiver.ts';
import { brazilOrder, egyptOrder, MERCHANT } from './pay-in-requests.ts';
import { NOW, type ServedSandbox, type ServeOptions, serveSandbox, until } from './served-sandbox.ts';
import { steppedTimeline } from './stepped-timeline.ts';
import { expectRefused } from './verdicts.ts';

/** Stops a sandbox and starts another on the same folder, so many seconds later. */
async function restart(served: ServedSandbox, options: ServeOptions = {}, afterSeconds = 0) {
  await served.close();
  const timeline = steppedTimeline(served.timeline.now() + afterSeconds * 1000);
  return serveSandbox({ folder: served.folder, timeline, ...options });
}

const LOG = 'sandbox.ndjson';

describe('over a restart', () => {
  it('orderNo stays unique, and tradeNo is another for each order', async () => {
    const first = await serveSandbox();
    const { body } = await first.create();
    const second = await restart(first);
    expectRefused(await second.send(brazilOrder()), 'orderRepeated', /same content/);
    const other = await second.create(brazilOrder({ orderNo: 'BR0002' }));
    expect(other.body.tradeNo).toBe(body.tradeNo.replace(/10$/, '20'));
    const third = await restart(second);
    expect([...third.sandbox.orders()].map(({ order }) => order.orderNo)).toEqual(['BR0001', 'BR0002']);
    expect(third.known('BR0001').order).toEqual(JSON.parse(JSON.stringify(first.known('BR0001').order)));
  });

  it('payments and deliveries are kept, and the cashier page shows them', async () => {
    const receiver = await callbackReceiver();
    const first = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await first.createPaid();
    await first.sandbox.pay(first.known('BR0001'), { again: true, amountMinor: '100' });
    first.timeline.advance(1);
    await receiver.has(2);
    await first.settled();
    const before = first.known('BR0001');
    const second = await restart(first);
    const after = second.known('BR0001');
    expect(after.payments).toEqual(before.payments);
    expect(JSON.stringify(after.deliveries)).toBe(JSON.stringify(before.deliveries));
    expect(second.timeline.planned(), 'nothing is sent again').toEqual([]);
    const page = await (await fetch(`${second.url}/cashier/${after.order.tradeNo}`)).text();
    expect(page).toContain('2026-11-19T10:05:01-03:00: acknowledged');
    expect(page).toContain('BRL 1.00 at 2026-11-19T10:05:00-03:00');
    expect(await second.sandbox.pay(after)).toBe('paid already');
  });

  it('texts with any line end of Unicode are read again', async () => {
    const first = await serveSandbox();
    const purpose = 'one\u2028two\u2029three\u0085four\u000bfive';
    await first.create(brazilOrder({ purpose }));
    const second = await restart(first);
    expect(second.known('BR0001').order.purpose).toBe(purpose);
  });

  it('a last line that was cut off is set apart, and its order can be sent again', async () => {
    const first = await serveSandbox();
    await first.create();
    await first.create(brazilOrder({ orderNo: 'BR0002' }));
    await first.close();
    const path = join(first.folder, LOG);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const torn = lines[1]!.slice(0, 40);
    writeFileSync(path, `${lines[0]}\n${torn}`);
    const second = await restart(first);
    expect([...second.sandbox.orders()].map(({ order }) => order.orderNo)).toEqual(['BR0001']);
    expect(readFileSync(`${path}.torn`, 'utf8')).toBe(`${torn}\n`);
    await second.create(brazilOrder({ orderNo: 'BR0002' }));
    const third = await restart(second);
    expect([...third.sandbox.orders()]).toHaveLength(2);
  });

  it('files that an error of the disk has left are read together, whatever their names', async () => {
    const first = await serveSandbox();
    await first.createPaid();
    await first.close();
    const path = join(first.folder, LOG);
    const [order, payment] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${order}\n`);
    // Its name comes first in the alphabet.
    appendFileSync(join(first.folder, 'sandbox.2.ndjson'), `${payment}\n`);
    const second = await restart(first);
    expect(second.known('BR0001').payments).toHaveLength(1);
  });

  it('a file that is damaged in its middle is not read, and the folder is free again', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, LOG), 'no order\n');
    await expect(serveSandbox({ folder })).rejects.toMatchObject({
      code: 'SOURCE_BROKEN',
      detail: { where: `${join(folder, LOG)}:1` },
    });
    expect(existsSync(join(folder, 'lock'))).toBe(false);
    writeFileSync(join(folder, LOG), '');
    await serveSandbox({ folder });
  });

  it('one folder is used by one sandbox at a time', async () => {
    const first = await serveSandbox();
    const beside = serveSandbox({ folder: first.folder });
    await expect(beside).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    await first.create();
    const second = await restart(first);
    expect([...second.sandbox.orders()]).toHaveLength(1);
  });

  it('a folder that is none is refused, and an address in use leaves the folder free', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const inFile = serveSandbox({ folder: join(folder, 'file', 'orders') });
    await expect(inFile).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    const first = await serveSandbox();
    const listen = new URL(first.url).host;
    const taken = serveSandbox({ folder, sandbox: { listen } });
    await expect(taken).rejects.toMatchObject({ code: 'LISTEN_FAILED' });
    expect(existsSync(join(folder, 'lock'))).toBe(false);
    await serveSandbox({ folder });
  });
});

describe('what a restart interrupts', () => {
  it('a callback that was planned is sent, at its time or at once if that is past', async () => {
    const receiver = await callbackReceiver();
    const options = { sandbox: { callbackUrl: receiver.url, callbackDelaySeconds: 60 } };
    const first = await serveSandbox(options);
    await first.createPaid();
    first.timeline.advance(10);
    const second = await restart(first, options);
    expect(second.timeline.planned()).toEqual([50]);
    const third = await restart(second, options, 3600);
    expect(third.timeline.planned()).toEqual([0]);
    expect(receiver.received).toEqual([]);
    third.timeline.advance(0);
    const [callback] = await receiver.has(1);
    expect(callback!.body).toMatchObject({ orderNo: 'BR0001', transactionTime: '2026-11-19T10:05:00-03:00' });
    await third.settled();
    expect((await restart(third, options)).timeline.planned()).toEqual([]);
  });

  it('a callback that was not acknowledged goes on with its schedule, with the same body', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = answering(500, 'no');
    const options = { sandbox: { callbackUrl: receiver.url, callbackRetrySeconds: [100, 200] } };
    const first = await serveSandbox(options);
    const money = { currency: 'EGP', amount: 150.5 };
    await first.createPaid(egyptOrder({ money, payer: { name: 'Ali' } }));
    first.timeline.advance(1);
    await receiver.has(1);
    await first.settled();
    const second = await restart(first, options, 30);
    expect(second.timeline.planned()).toEqual([70]);
    second.timeline.advance(70);
    await receiver.has(2);
    await second.settled();
    const third = await restart(second, options, 1000);
    expect(third.timeline.planned()).toEqual([0]);
    third.timeline.advance(0);
    await receiver.has(3);
    await third.settled();
    expect(third.timeline.planned(), 'the schedule has no further attempt').toEqual([]);
    expect((await restart(third, options)).timeline.planned()).toEqual([]);
    const [before, after, last] = receiver.received.map(({ text }) => text);
    // Payer data is in memory only.
    expect(before).toContain('"amount":150.50},"payer":{"name":"Ali"}}');
    expect(after).toBe(before!.replace(',"payer":{"name":"Ali"}', ''));
    expect(last).toBe(after);
  });

  it('a callback is sent again as it was, although the settings give its merchant another name now', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = answering(500, 'no');
    const named = (merchantName: string) => ({
      sandbox: { callbackUrl: receiver.url, merchants: [{ merchantId: MERCHANT, merchantName }] },
    });
    const first = await serveSandbox(named('Old name'));
    await first.createPaid(brazilOrder({ merchant: { merchantId: MERCHANT } }));
    first.timeline.advance(1);
    await receiver.has(1);
    await first.settled();
    const second = await restart(first, named('New name'), 60);
    second.timeline.advance(0);
    await receiver.has(2);
    await second.settled();
    const [before, after] = receiver.received.map(({ body }) => body['merchantName']);
    expect([before, after]).toEqual(['Old name', 'Old name']);
  });

  it('the two callbacks of a fault are told apart', async () => {
    const receiver = await callbackReceiver();
    const options = { sandbox: { callbackUrl: receiver.url, faults: { duplicate: 1 } } };
    const first = await serveSandbox(options);
    await first.createPaid();
    first.timeline.advance(1);
    await receiver.has(1);
    await first.settled();
    const second = await restart(first, options);
    expect(second.timeline.planned()).toEqual([2]);
    second.timeline.advance(2);
    await receiver.has(2);
    await second.settled();
    expect((await restart(second, options)).timeline.planned()).toEqual([]);
  });

  it.each([
    ['a host that is not in the settings any more', 'http://shop.example:9', /^callbackUrl: neither/],
    ['the sandbox itself', 'http://127.0.0.1', /^callbackUrl: the sandbox itself$/],
  ])('a callback to %s is not sent, and not tried again', async (_where, base, answer) => {
    const port = await freePort();
    const url = new URL(base);
    if (url.hostname === '127.0.0.1') url.port = String(port);
    const first = await serveSandbox({ sandbox: { callbackUrl: url.href, callbackHosts: ['shop.example'] } });
    await first.createPaid();
    const second = await restart(first, { sandbox: { listen: `127.0.0.1:${port}` } }, 60);
    second.timeline.advance(0);
    await second.settled();
    const refused = { isAcknowledged: false, answer: expect.stringMatching(answer) };
    expect(second.known('BR0001').deliveries).toMatchObject([refused]);
    expect(second.timeline.planned()).toEqual([]);
    expect(second.log.join()).toContain('callback given up');
  });

  it('a payment that was planned is made, unless the order has expired', async () => {
    const receiver = await callbackReceiver();
    const pay = { share: 1, leastSeconds: 100, mostSeconds: 100 };
    const options = { sandbox: { callbackUrl: receiver.url, pay } };
    const first = await serveSandbox(options);
    await first.create();
    const second = await restart(first, options, 40);
    expect(second.timeline.planned()).toEqual([60]);
    second.timeline.advance(60);
    await until(() => second.timeline.planned().length > 0);
    expect(second.known('BR0001').payments).toMatchObject([{ paidAt: NOW + 100_000 }]);
    const third = await restart(second, options, 10);
    third.timeline.advance(0);
    await receiver.has(1);
    await third.create(brazilOrder({ orderNo: 'BR0002' }));
    const late = await restart(third, options, 86_400);
    late.timeline.advance(0);
    await late.close();
    expect(late.known('BR0002').payments).toEqual([]);
  });

  it('an order that nobody paid stays unpaid', async () => {
    const first = await serveSandbox();
    await first.create();
    const second = await restart(first);
    expect(second.timeline.planned()).toEqual([]);
    expect(await second.sandbox.pay(second.known('BR0001'))).toBe('paid');
  });

  it('a callback that is being sent is waited for, and one that hangs is cut off and sent again', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = () => undefined;
    const options = { sandbox: { callbackUrl: receiver.url, callbackTimeoutSeconds: 600 } };
    const first = await serveSandbox(options);
    await first.createPaid();
    first.timeline.advance(1);
    await receiver.has(1);
    await first.close();
    expect(first.known('BR0001').deliveries).toMatchObject([{ isAcknowledged: false, answer: 'closed' }]);
    receiver.answer = answering(200, 'SUCCESS');
    const second = await restart(first, options);
    expect(second.timeline.planned()).toEqual([5]);
    second.timeline.advance(5);
    await receiver.has(2);
    await second.settled();
    expect(second.known('BR0001').deliveries).toMatchObject([{ answer: 'closed' }, { isAcknowledged: true }]);
  });
});
