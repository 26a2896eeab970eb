import { describe, expect, it } from 'vitest';
import { raw } from '../web/raw-request.ts';
import { callbackReceiver } from './callback-receiver.ts';
import { cashierOf } from './cashier-forms.ts';
import { brazilOrder, egyptOrder } from './pay-in-requests.ts';
import { serveSandbox } from './served-sandbox.ts';

describe('the forms of the cashier page', () => {
  it('pay: the amount of the order, once', async () => {
    const served = await serveSandbox();
    await served.create();
    const cashier = cashierOf(served);
    expect(await cashier.pay()).toContain('Paid. The callback follows.');
    expect(await cashier.pay()).toContain('The order is paid already.');
    expect(cashier.paid()).toEqual(['20000']);
  });

  it('other amount: what the form says, with a point or a comma', async () => {
    const served = await serveSandbox();
    for (const [index, [text, minor]] of [
      ...([
        ['12.50', '1250'],
        ['12,5', '1250'],
        ['0', '0'],
        [' 7 ', '700'],
        ['007', '700'],
      ] as const),
      ...([['90071992547409.93', '9007199254740993']] as const),
    ].entries()) {
      const orderNo = `ORDER${index}`;
      await served.create(brazilOrder({ orderNo }));
      const cashier = cashierOf(served, orderNo);
      await cashier.pay({ amount: text });
      expect(cashier.paid(), text).toEqual([minor]);
    }
  });

  it.each([
    '',
    'x',
    '-1',
    '+1',
    '1.234',
    '1,000',
    '1.000,00',
    '1e3',
    '0x10',
    '1.',
    '.5',
    '١٢',
    'NaN',
    '9'.repeat(20),
  ])('other amount: %j is none, and nothing is paid', async (amount) => {
    const served = await serveSandbox();
    await served.create();
    const cashier = cashierOf(served);
    const answer = await cashier.submit({ amount });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('The amount is a number of BRL with at most 2 decimals');
    expect(cashier.paid()).toEqual([]);
  });

  it('other amount: with as many decimals as the currency has', async () => {
    const served = await serveSandbox();
    const yen = { currency: 'JPY', amount: 500 };
    await served.create(egyptOrder({ money: yen, paymentMethod: 'WALLET' }));
    const cashier = cashierOf(served, 'EG0001');
    expect((await cashier.page()).text).toContain('<h1>JPY 500</h1>');
    expect((await cashier.submit({ amount: '12.5' })).status).toBe(400);
    await cashier.pay({ amount: '12' });
    expect(cashier.paid()).toEqual(['12']);
  });

  it('twice: two payments, each a trade of its own with its own callback', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    const { body } = await served.create();
    const cashier = cashierOf(served);
    await cashier.pay({ twice: '1' });
    expect(cashier.paid()).toEqual(['20000', '20000']);
    served.timeline.advance(1);
    const callbacks = await receiver.has(2);
    const trades = callbacks.map((one) => one.body['tradeNo']).sort();
    expect(trades).toEqual([body.tradeNo, body.tradeNo.replace(/0$/, '1')]);
  });

  it('again: an order that is paid is paid once more', async () => {
    const served = await serveSandbox();
    await served.create();
    const cashier = cashierOf(served);
    expect(await cashier.pay()).toContain('<button name="again" value="1">Pay a second time</button>');
    await cashier.pay({ again: '1' });
    await cashier.pay({ again: '1' });
    expect(cashier.paid()).toEqual(['20000', '20000', '20000']);
    const trades = served.known('BR0001').payments.map(({ tradeNo }) => tradeNo);
    expect(new Set(trades).size).toBe(3);
  });

  it('expired: nothing is paid any more', async () => {
    const served = await serveSandbox();
    await served.create();
    const cashier = cashierOf(served);
    served.timeline.advance(3599.999);
    expect((await cashier.page()).text).toContain('data-seconds="1"');
    served.timeline.advance(0.001);
    const { text } = await cashier.page();
    expect(text).toContain('Expired at 2026-11-19T11:05:00-03:00');
    expect(text).not.toContain('<form');
    expect(await cashier.pay()).toContain('The order has expired: it cannot be paid any more.');
    expect(cashier.paid()).toEqual([]);
  });

  it.each(['cross-site', 'same-site'])('of another site (%s) pay nothing', async (site) => {
    const served = await serveSandbox();
    await served.create();
    const cashier = cashierOf(served);
    const body = 'amount=1.00';
    const head = [
      `POST ${new URL(cashier.url).pathname}/pay HTTP/1.1\r\nHost: ${new URL(served.url).host}`,
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`,
      `Sec-Fetch-Site: ${site}\r\nConnection: close\r\n\r\n${body}`,
    ].join('\r\n');
    expect((await raw(served.url, head)).status).toBe(403);
    expect(cashier.paid()).toEqual([]);
    expect((await raw(served.url, head.replace(site, 'same-origin'))).status).toBe(303);
    expect(cashier.paid()).toEqual(['100']);
  });

  it('are refused where they are too long', async () => {
    const served = await serveSandbox();
    await served.create();
    const cashier = cashierOf(served);
    expect((await cashier.submit({ amount: '1'.repeat(5_000) })).status).toBe(413);
    expect(cashier.paid()).toEqual([]);
  });
});
