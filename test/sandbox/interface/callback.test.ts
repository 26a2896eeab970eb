import { describe, expect, it } from 'vitest';
import { type CallbackReceiver, callbackReceiver, type ReceivedCallback } from '../callback-receiver.ts';
import { brazilOrder, egyptOrder, MERCHANT, type OrderBody } from '../pay-in-requests.ts';
import { type ServedSandbox, type ServeOptions, serveSandbox } from '../served-sandbox.ts';

interface Notified {
  readonly served: ServedSandbox;
  readonly receiver: CallbackReceiver;
  readonly callback: ReceivedCallback;
}

/** Creates and pays an order, and gives its callback. */
async function notified(order: OrderBody, { sandbox, ...options }: ServeOptions = {}): Promise<Notified> {
  const receiver = await callbackReceiver();
  const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url, ...sandbox }, ...options });
  await served.create(order);
  served.timeline.advance(90);
  await served.sandbox.pay(served.known(order.orderNo));
  served.timeline.advance(1);
  const [callback] = await receiver.has(1);
  return { served, receiver, callback: callback! };
}

describe('Callback request (notification) headers', () => {
  it('Content-Type, mandatory: application/json', async () => {
    const { callback } = await notified(brazilOrder());
    expect(callback.headers['content-type']).toBe('application/json');
    expect(callback.headers['content-length']).toBe(String(Buffer.byteLength(callback.text)));
  });

  it('X-TIMESTAMP, mandatory: yyyy-MM-ddTHH:mm:ss±HH:mm', async () => {
    // 91 seconds after the order, in the offset of the region.
    const brazil = await notified(brazilOrder());
    expect(brazil.callback.headers['x-timestamp']).toBe('2026-11-19T10:06:31-03:00');
    const egypt = await notified(egyptOrder());
    expect(egypt.callback.headers['x-timestamp']).toBe('2026-11-19T15:06:31+02:00');
  });

  it('X-SIGNATURE, mandatory', async () => {
    const { callback } = await notified(brazilOrder());
    expect(callback.headers['x-signature']).toBe('unsigned');
  });
});

describe('Callback request body', () => {
  it('is exactly this for an order of Brazil', async () => {
    const { served, callback } = await notified(brazilOrder());
    expect(callback.body).toEqual({
      orderNo: 'BR0001',
      tradeNo: served.known('BR0001').order.tradeNo,
      merchantId: MERCHANT,
      merchantName: 'Loja São João',
      subMerchantId: '',
      subMerchantName: '',
      paymentMethod: 'PIX',
      transactionTime: '2026-11-19T10:06:30-03:00',
      status: 'SUCCESS',
      money: { currency: 'BRL', amount: 20_000 },
    });
  });

  it('is exactly this for an order of Egypt', async () => {
    const payer = { name: 'Ali', phone: '01012345678', email: 'ali@example.com' };
    const { served, callback } = await notified(egyptOrder({ payer }));
    expect(callback.body).toEqual({
      orderNo: 'EG0001',
      tradeNo: served.known('EG0001').order.tradeNo,
      merchantId: MERCHANT,
      merchantName: 'Loja São João',
      subMerchantId: '',
      subMerchantName: '',
      paymentMethod: 'FAWRY',
      transactionTime: '2026-11-19T15:06:30+02:00',
      status: 'SUCCESS',
      money: { currency: 'EGP', amount: 150.5 },
      payer,
    });
    expect(callback.text).toContain('"amount":150.50}');
  });

  it('orderNo, mandatory: same orderNo as the pay-in request', async () => {
    const { callback } = await notified(brazilOrder({ orderNo: 'aZ09aZ09' }));
    expect(callback.body.orderNo).toBe('aZ09aZ09');
  });

  it('tradeNo, mandatory: platform trade identifier, that of the response', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    const answer = await served.createPaid(brazilOrder({ callbackUrl: receiver.url }));
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    expect(callback!.body['tradeNo']).toBe(answer.body.tradeNo);
  });

  it('merchantId, mandatory: flat, not nested', async () => {
    const { callback } = await notified(brazilOrder({ merchant: { merchantId: 'M002' } }));
    expect(callback.body['merchantId']).toBe('M002');
    expect(callback.body).not.toHaveProperty('merchant');
  });

  it('merchantName, mandatory: display name', async () => {
    const nameless = brazilOrder({ merchant: { merchantId: MERCHANT } });
    const nameOf = async (order: OrderBody, sandbox: object) =>
      (await notified(order, { sandbox })).callback.body['merchantName'];
    const merchants = [{ merchantId: MERCHANT, merchantName: 'Loja das configurações' }];
    expect(await nameOf(brazilOrder(), { merchants })).toBe('Loja São João');
    expect(await nameOf(nameless, { merchants })).toBe('Loja das configurações');
    expect(await nameOf(nameless, {}), 'where nobody has a name').toBe(MERCHANT);
  });

  it('subMerchantId and subMerchantName, optional: may be an empty string', async () => {
    const merchant = { merchantId: MERCHANT, subMerchantId: 'S1', subMerchantName: 'Filial Açaí' };
    const { callback } = await notified(brazilOrder({ merchant }));
    expect(callback.body).toMatchObject({ subMerchantId: 'S1', subMerchantName: 'Filial Açaí' });
    const without = await notified(brazilOrder({ merchant: { merchantId: MERCHANT } }));
    expect(without.callback.body).toMatchObject({ subMerchantId: '', subMerchantName: '' });
  });

  it('paymentMethod, mandatory: PIX for Brazil; method code for Egypt', async () => {
    expect((await notified(brazilOrder())).callback.body['paymentMethod']).toBe('PIX');
    const wallet = await notified(egyptOrder({ paymentMethod: 'WALLET' }));
    expect(wallet.callback.body['paymentMethod']).toBe('WALLET');
  });

  it('transactionTime, mandatory: completion time, yyyy-MM-ddTHH:mm:ss±HH:mm', async () => {
    // The payment was 90 seconds after the order, whose own time was in the response.
    const { callback } = await notified(brazilOrder());
    expect(callback.body['transactionTime']).toBe('2026-11-19T10:06:30-03:00');
  });

  it('transactionTime: for some channels the offset is absent', async () => {
    const { callback } = await notified(egyptOrder(), { sandbox: { faults: { offsetMissing: 1 } } });
    expect(callback.body['transactionTime']).toBe('2026-11-19T15:06:30');
  });

  it('status, mandatory: order status', async () => {
    expect((await notified(brazilOrder())).callback.body['status']).toBe('SUCCESS');
  });

  it('money, mandatory: final amount: currency (String, M), amount (Number, M)', async () => {
    expect((await notified(brazilOrder())).callback.body.money).toEqual({ currency: 'BRL', amount: 20_000 });
    const large = brazilOrder({ money: { currency: 'BRL', amount: 9_007_199_254_740_991 } });
    expect((await notified(large)).callback.text).toContain('"amount":9007199254740991}');
  });

  it('payer, optional: Egypt variant: name, phone, e-mail shown in the notification; Brazil: none', async () => {
    const { callback } = await notified(egyptOrder({ payer: { name: 'Ali', idNumber: '1' } }));
    expect(callback.body['payer']).toEqual({ name: 'Ali' });
    expect((await notified(brazilOrder())).callback.body).not.toHaveProperty('payer');
  });

  it('the amount in a notification may differ from the amount in the original request', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox({ sandbox: { callbackUrl: receiver.url } });
    await served.create(brazilOrder());
    await served.create(egyptOrder());
    await served.sandbox.pay(served.known('BR0001'), { amountMinor: '19999' });
    await served.sandbox.pay(served.known('EG0001'), { amountMinor: '100' });
    served.timeline.advance(1);
    const callbacks = await receiver.has(2);
    const amountOf = (orderNo: string) =>
      callbacks.find(({ body }) => body.orderNo === orderNo)!.body.money.amount;
    expect([amountOf('BR0001'), amountOf('EG0001')]).toEqual([19_999, 1]);
  });
});
