import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayMount, smallDisk } from '../support/small-disk.ts';
import '../support/starts-processes.ts';
import { answering, callbackReceiver } from './callback-receiver.ts';
import { brazilOrder } from './pay-in-requests.ts';
import { type ServedSandbox, serveSandbox } from './served-sandbox.ts';
import { expectRefused } from './verdicts.ts';

/** Writes until nothing more fits. @returns gives the space back */
function fill(folder: string): () => void {
  const path = join(folder, 'filler');
  try {
    for (;;) writeFileSync(path, Buffer.alloc(4096), { flag: 'a' });
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
  return () => rmSync(path);
}

/** Sends orders until one is not stored: the last block of the file may still have room for some. */
async function sendUntilRefused(served: ServedSandbox): Promise<number> {
  for (let number = 1; ; number += 1) {
    const answer = await served.send(brazilOrder({ orderNo: `ORDER${number}` }));
    if (answer.body.code === '00') continue;
    expectRefused(answer, 'unavailable', /could not be created/);
    return number;
  }
}

describe.skipIf(!mayMount)('on a full disk', () => {
  it('no order is made that is not stored, and once there is room the same request is taken', async () => {
    const { folder } = smallDisk(1);
    const orders = join(folder, 'orders');
    const served = await serveSandbox({ folder: orders });
    const free = fill(folder);
    const refused = await sendUntilRefused(served);
    expect([...served.sandbox.orders()]).toHaveLength(refused - 1);
    // Neither is it taken as a repetition of an order that does not exist.
    expectRefused(await served.send(brazilOrder({ orderNo: `ORDER${refused}` })), 'unavailable');
    expect((await fetch(served.url)).status, 'pages are still shown').toBe(200);
    free();
    await served.create(brazilOrder({ orderNo: `ORDER${refused}` }));
    await served.close();
    const again = await serveSandbox({ folder: orders });
    const numbers = [...again.sandbox.orders()].map(({ order }) => order.orderNo);
    expect(numbers).toEqual(Array.from({ length: refused }, (_, index) => `ORDER${index + 1}`));
  });

  it('a repetition is not answered as an order before that is stored', async () => {
    const { folder } = smallDisk(1);
    const sandbox = { repeatedOrder: 'answer-again' };
    const served = await serveSandbox({ folder: join(folder, 'orders'), sandbox });
    fill(folder);
    const refused = await sendUntilRefused(served);
    const body = brazilOrder({ orderNo: `ORDER${refused}` });
    const answers = await Promise.all(Array.from({ length: 10 }, () => served.send(body)));
    for (const answer of answers) expectRefused(answer, 'unavailable');
  });

  it('a payment that cannot be stored is not made', async () => {
    const { folder } = smallDisk(1);
    const served = await serveSandbox({ folder: join(folder, 'orders') });
    const { body } = await served.create();
    const free = fill(folder);
    await sendUntilRefused(served);
    const form = { method: 'POST', body: new URLSearchParams() };
    // What is shorter than an order may still fit.
    let answer = await fetch(`${body.channel.paymentUrl}/pay`, form);
    while (answer.status === 200 || answer.status === 303) {
      await served.sandbox.pay(served.known('BR0001'), { again: true });
      answer = await fetch(`${body.channel.paymentUrl}/pay`, {
        ...form,
        body: new URLSearchParams('again=1'),
      });
    }
    expect(answer.status).toBe(503);
    const before = served.known('BR0001').payments.length;
    free();
    expect(await served.sandbox.pay(served.known('BR0001'), { again: true })).toBe('paid');
    expect(served.known('BR0001').payments).toHaveLength(before + 1);
  });

  it('a callback that cannot be recorded is still sent again', async () => {
    const { folder } = smallDisk(1);
    const receiver = await callbackReceiver();
    receiver.answer = answering(500, 'a'.repeat(200));
    const sandbox = { callbackUrl: receiver.url, callbackRetrySeconds: Array.from({ length: 20 }, () => 1) };
    const served = await serveSandbox({ folder: join(folder, 'orders'), sandbox });
    await served.createPaid();
    fill(folder);
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      expect(served.timeline.planned()).toEqual([1]);
      served.timeline.advance(1);
      await receiver.has(attempt);
      await served.settled();
    }
    expect(served.log.filter((line) => line.includes('callback not recorded')).length).toBeGreaterThan(5);
  });
});
