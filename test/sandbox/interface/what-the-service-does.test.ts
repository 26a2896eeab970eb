import { describe, expect, it } from 'vitest';
import { callbackReceiver } from '../callback-receiver.ts';
import { brazilOrder, egyptOrder, MERCHANT } from '../pay-in-requests.ts';
import { PATH, serveSandbox } from '../served-sandbox.ts';
import { expectRefused } from '../verdicts.ts';

describe('What the service does', () => {
  it('The base address is written {base_url}; the path is the same in each environment', async () => {
    for (const served of [await serveSandbox(), await serveSandbox()]) {
      const { body } = await served.create();
      expect(body.channel.paymentUrl.startsWith(`${served.url}/`)).toBe(true);
      expect((await fetch(served.url + PATH)).status).toBe(405);
    }
  });

  it('1. The merchant creates a pay-in order; the service answers synchronously with order data and a cashier URL, a QR payload or a reference number', async () => {
    const served = await serveSandbox();
    const brazil = (await served.create(brazilOrder())).body;
    expect(brazil.channel).toMatchObject({
      paymentUrl: expect.stringMatching(/^http/),
      qrString: expect.any(String),
    });
    const egypt = (await served.create(egyptOrder())).body;
    expect(egypt.channel).toMatchObject({
      paymentUrl: expect.stringMatching(/^http/),
      vaNumber: expect.any(String),
    });
  });

  it("2. When the order reaches a result, the service sends a notification to the merchant's callback URL, acknowledged with a fixed plain string", async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    const { body } = await served.create(brazilOrder({ callbackUrl: receiver.url }));
    await fetch(`${body.channel.paymentUrl}/pay`, { method: 'POST', body: new URLSearchParams() });
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    await served.settled();
    expect(callback!.body).toMatchObject({ orderNo: 'BR0001', status: 'SUCCESS' });
    expect(served.known('BR0001').deliveries).toMatchObject([{ isAcknowledged: true, answer: 'SUCCESS' }]);
  });

  it('3. Brazil: currency BRL only; paymentMethod PIX; the payer is identified by a CPF or CNPJ number', async () => {
    const served = await serveSandbox();
    await served.create(brazilOrder({ orderNo: 'CPF001', payer: { pixAccount: '12345678909' } }));
    await served.create(brazilOrder({ orderNo: 'CNPJ01', payer: { pixAccount: '12345678000195' } }));
    for (const changes of [
      { money: { currency: 'USD', amount: 1 } },
      { paymentMethod: 'FAWRY' },
      { payer: {} },
    ]) {
      expectRefused(await served.send(brazilOrder(changes), BRAZIL), 'fieldInvalid');
    }
  });

  it('3. Egypt: currency given as an ISO currency code; paymentMethod is a method code; the payer object is optional', async () => {
    const served = await serveSandbox();
    await served.create(egyptOrder());
    await served.create(egyptOrder({ orderNo: 'EG0002', payer: { name: 'Ali' } }));
    expectRefused(await served.send(egyptOrder({ money: { currency: 'XYZ', amount: 1 } })), 'variantUnknown');
    expectRefused(
      await served.send(egyptOrder({ paymentMethod: undefined })),
      'fieldInvalid',
      /paymentMethod/,
    );
  });

  it('4. A merchant may act through sub-merchants; both identifiers are carried in the merchant object', async () => {
    const served = await serveSandbox();
    const merchant = { merchantId: MERCHANT, subMerchantId: 'S1' };
    expect((await served.create(brazilOrder({ merchant }))).body['merchant']).toEqual(merchant);
    expect(served.known('BR0001').order).toMatchObject(merchant);
  });

  it('5. orderNo is chosen by the merchant; the service assigns its own tradeNo', async () => {
    const served = await serveSandbox();
    const { body } = await served.create(brazilOrder({ orderNo: 'MyOwnNumber7' }));
    expect(body['orderNo']).toBe('MyOwnNumber7');
    expect(body.tradeNo).toMatch(/^\d{22}$/);
    const other = await served.create(brazilOrder({ orderNo: 'MyOwnNumber8' }));
    expect(other.body.tradeNo).not.toBe(body.tradeNo);
  });
});

const BRAZIL = { 'X-TIMESTAMP': '2026-11-19T10:05:00-03:00' };
