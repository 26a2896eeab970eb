import { describe, expect, it } from 'vitest';
import { answering, callbackReceiver } from '../callback-receiver.ts';
import { brazilOrder, egyptOrder } from '../pay-in-requests.ts';
import { serveSandbox } from '../served-sandbox.ts';

describe('Callback acknowledgement', () => {
  it('the receiver of a callback answers with the plain string SUCCESS and nothing else', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    await served.createPaid(brazilOrder({ callbackUrl: receiver.url }));
    served.timeline.advance(1);
    await receiver.has(1);
    await served.settled();
    expect(served.known('BR0001').deliveries).toMatchObject([{ isAcknowledged: true, answer: 'SUCCESS' }]);
    expect(served.timeline.planned(), 'nothing is sent again').toEqual([]);
  });

  it('an answer with anything else is no acknowledgement', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = answering(200, '{"code":"SUCCESS"}', { 'Content-Type': 'application/json' });
    const served = await serveSandbox();
    await served.createPaid(brazilOrder({ callbackUrl: receiver.url }));
    served.timeline.advance(1);
    await receiver.has(1);
    await served.settled();
    expect(served.known('BR0001').deliveries).toMatchObject([
      { isAcknowledged: false, answer: '200 {"code":"SUCCESS"}' },
    ]);
    expect(served.timeline.planned()).toEqual([5]);
  });
});

describe('Events', () => {
  it('1. The only event is the payment status notification, an HTTP request sent to the callbackUrl of the order', async () => {
    const [own, other] = [await callbackReceiver(), await callbackReceiver()];
    const served = await serveSandbox({ sandbox: { callbackUrl: other.url } });
    await served.create(brazilOrder({ orderNo: 'UNPAID1', callbackUrl: own.url }));
    await served.createPaid(brazilOrder({ callbackUrl: `${own.url}/brazil?shop=1` }));
    served.timeline.advance(86_400);
    const [callback] = await own.has(1);
    await served.settled();
    expect([callback!.method, callback!.path]).toEqual(['POST', '/callbacks/brazil?shop=1']);
    expect([own.received.length, other.received.length]).toEqual([1, 0]);
  });

  it("2. It reports the order's status and the final amount and time; SUCCESS is shown for a completed payment", async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await served.create(egyptOrder());
    served.timeline.advance(30);
    await served.sandbox.pay(served.known('EG0001'), { amountMinor: '15025' });
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    expect(callback!.body).toMatchObject({
      status: 'SUCCESS',
      money: { currency: 'EGP', amount: 150.25 },
      transactionTime: '2026-11-19T15:05:30+02:00',
    });
  });

  it('3. It is emitted for an order created by the pay-in operation and carries the orderNo and tradeNo of that order', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    const answers = [
      await served.createPaid(brazilOrder()),
      await served.createPaid(brazilOrder({ orderNo: 'BR0002' })),
      await served.createPaid(egyptOrder()),
    ];
    // A request that was refused is no order.
    await served.send(brazilOrder({ orderNo: 'BR0003', purpose: '' }));
    served.timeline.advance(1);
    const callbacks = await receiver.has(3);
    await served.settled();
    const named = (body: Readonly<Record<string, unknown>>) => `${body['orderNo']} ${body['tradeNo']}`;
    expect(callbacks.map(({ body }) => named(body)).sort()).toEqual(
      answers.map(({ body }) => named(body)).sort(),
    );
  });

  it('4. The receiver must answer with the plain string SUCCESS only', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = answering(200, 'SUCCESS, thank you');
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url, callbackRetrySeconds: [60] } });
    await served.createPaid();
    served.timeline.advance(1);
    await receiver.has(1);
    await served.settled();
    receiver.answer = answering(200, 'SUCCESS');
    served.timeline.advance(60);
    await receiver.has(2);
    await served.settled();
    expect(served.known('BR0001').deliveries.map((one) => one.isAcknowledged)).toEqual([false, true]);
    expect(served.timeline.planned()).toEqual([]);
  });

  it('5. Retry schedule, and behaviour when the receiver does not answer SUCCESS, not shown: sandbox.callbackRetrySeconds', async () => {
    const receiver = await callbackReceiver();
    receiver.answer = answering(500, 'no');
    const served = await serveSandbox({
      sandbox: { callbackUrl: receiver.url, callbackRetrySeconds: [7, 11] },
    });
    await served.createPaid();
    const waits: number[][] = [];
    for (const [attempt, wait] of [1, 7, 11].entries()) {
      waits.push(served.timeline.planned());
      served.timeline.advance(wait);
      await receiver.has(attempt + 1);
      await served.settled();
    }
    expect(waits).toEqual([[1], [7], [11]]);
    expect(served.timeline.planned(), 'it is given up').toEqual([]);
    expect(served.log.filter((line) => line.includes('callback given up'))).toHaveLength(1);
  });
});
