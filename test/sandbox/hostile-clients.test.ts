import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { raw } from '../web/raw-request.ts';
import { brazilOrder } from './pay-in-requests.ts';
import { serveSandbox } from './served-sandbox.ts';
import { bytesOf, expectWell, wire } from './wire.ts';

describe('a client', () => {
  it('that goes away in its body makes no order', async () => {
    const served = await serveSandbox();
    const { hostname, port } = new URL(served.url);
    const text = wire(served, bytesOf(brazilOrder()), { Expect: '100-continue', Connection: 'keep-alive' });
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.write(text.slice(0, text.indexOf('\r\n\r\n') + 4));
      await once(socket, 'data');
      socket.write(text.slice(-100), 'latin1');
      socket.destroy();
      await once(socket, 'close');
    }
    await expectWell(served);
  });

  it('that sends several requests at once gets the answers in their order', async () => {
    const served = await serveSandbox();
    const keep = { Connection: 'keep-alive' };
    const numbers = ['ORDER1', 'ORDER2', 'ORDER3'];
    const requests = numbers.map((orderNo, index) =>
      wire(served, bytesOf(brazilOrder({ orderNo })), index === 2 ? {} : keep),
    );
    const { text } = await raw(served.url, requests.join(''));
    expect([...text.matchAll(/"orderNo":"(\w+)"/g)].map(([, orderNo]) => orderNo)).toEqual(numbers);
    await expectWell(served, numbers);
  });

  it('that asks whether it may send its body may', async () => {
    const served = await serveSandbox();
    const answer = await raw(served.url, wire(served, bytesOf(brazilOrder()), { Expect: '100-continue' }));
    expect(answer.text).toContain('"code":"00"');
    await expectWell(served, ['BR0001']);
  });

  it('that sends the same orderNo at once many times, with other content, makes one order', async () => {
    const served = await serveSandbox();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => served.send(brazilOrder({ purpose: `Pedido ${index}` }))),
    );
    const codes = answers.map(({ body }) => body.code).sort();
    expect(codes).toEqual(['00', ...Array.from({ length: 29 }, () => 'SBX10')]);
    await expectWell(served, ['BR0001']);
  });
});

describe('while it stops', () => {
  it('a request that has begun is answered, and the next one is not taken', async () => {
    const served = await serveSandbox();
    const body = bytesOf(brazilOrder());
    const text = wire(served, body, { Expect: '100-continue', Connection: 'keep-alive' });
    const head = text.slice(0, -body.length);
    let closing: Promise<void> | undefined;
    const answer = await raw(served.url, head, {
      after: async (socket) => {
        await once(socket, 'data');
        closing = served.close();
        const next = wire(served, bytesOf(brazilOrder({ orderNo: 'BR0002' })));
        socket.write(body + next, 'latin1');
      },
    });
    await closing;
    expect(answer.text).toContain('"orderNo":"BR0001","tradeNo"');
    expect(answer.text).not.toContain('"orderNo":"BR0002","tradeNo"');
    expect([...served.sandbox.orders()].map(({ order }) => order.orderNo)).toEqual(['BR0001']);
    await expect(fetch(served.url)).rejects.toThrow();
  });

  it('a request that never ends does not hold it up for ever', async () => {
    const served = await serveSandbox();
    const text = wire(served, '', { 'Content-Length': '9', Expect: '100-continue' });
    const answer = await raw(served.url, text, {
      after: async (socket) => {
        await once(socket, 'data');
        await served.close();
      },
    });
    expect(answer.text).not.toContain('"code"');
    expect([...served.sandbox.orders()]).toEqual([]);
  });
});
