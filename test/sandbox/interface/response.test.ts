import { describe, expect, it } from 'vitest';
import { callbackReceiver } from '../callback-receiver.ts';
import { brazilOrder, egyptOrder, MERCHANT } from '../pay-in-requests.ts';
import { serveSandbox } from '../served-sandbox.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const SUB_MERCHANT = {
  ...{ merchantId: MERCHANT, merchantName: 'Loja São João' },
  ...{ subMerchantId: 'S1', subMerchantName: 'Filial Açaí' },
};

describe('Pay-in response headers', () => {
  it('Content-Type, mandatory: application/json', async () => {
    const served = await serveSandbox();
    for (const answer of [await served.send(brazilOrder()), await served.send(brazilOrder())]) {
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
  });

  it('X-TIMESTAMP, mandatory: yyyy-MM-ddTHH:mm:ss±HH:mm', async () => {
    const served = await serveSandbox();
    const timeOf = async (body: object) => (await served.send(body)).headers.get('x-timestamp');
    expect(await timeOf(brazilOrder())).toBe('2026-11-19T10:05:00-03:00');
    expect(await timeOf(egyptOrder())).toBe('2026-11-19T15:05:00+02:00');
    served.timeline.advance(61);
    expect(await timeOf(brazilOrder()), 'of a refusal').toMatch(TIME);
    expect(await timeOf(brazilOrder({ orderNo: 'BR0002' }))).toBe('2026-11-19T10:06:01-03:00');
  });
});

describe('Pay-in response body', () => {
  it('is exactly this for an order of Brazil', async () => {
    const served = await serveSandbox();
    const { status, body } = await served.create(brazilOrder({ merchant: SUB_MERCHANT }));
    expect(status).toBe(200);
    expect(body).toEqual({
      code: '00',
      message: 'success',
      orderNo: 'BR0001',
      tradeNo: '2026111900010000000010',
      merchant: SUB_MERCHANT,
      money: { currency: 'BRL', amount: 20_000 },
      transactionTime: '2026-11-19T10:05:00-03:00',
      channel: {
        paymentMethod: 'PIX',
        paymentUrl: `${served.url}/cashier/2026111900010000000010`,
        qrString: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/),
        additionalInfo: {},
      },
      status: 'PROCESSING',
    });
  });

  it('is exactly this for an order of Egypt', async () => {
    const served = await serveSandbox();
    const { status, body } = await served.create(egyptOrder());
    expect(status).toBe(200);
    expect(body).toEqual({
      code: '00',
      message: 'success',
      orderNo: 'EG0001',
      tradeNo: '2026111900010000000010',
      merchant: { merchantId: MERCHANT, merchantName: 'Loja São João' },
      money: { currency: 'EGP', amount: 150.5 },
      transactionTime: '2026-11-19T15:05:00+02:00',
      channel: {
        paymentMethod: 'FAWRY',
        paymentUrl: `${served.url}/cashier/2026111900010000000010`,
        vaNumber: '9000000001',
      },
      status: 'PROCESSING',
    });
  });

  it('code, mandatory: String, "00" means success; any other value is an error', async () => {
    const served = await serveSandbox();
    expect((await served.send(brazilOrder())).body.code).toBe('00');
    const refused = await served.send(brazilOrder());
    expect(refused.body.code).toBe('SBX10');
    expect(refused.body).not.toHaveProperty('channel');
  });

  it('message, mandatory: String, UTF-8 result text', async () => {
    const served = await serveSandbox({
      sandbox: { errors: { orderRepeated: { message: 'Já existe — طلب' } } },
    });
    expect((await served.send(brazilOrder())).body.message).toBe('success');
    expect((await served.send(brazilOrder())).body.message).toBe('Já existe — طلب: with the same content');
  });

  it('orderNo, mandatory: String, echo of the request orderNo', async () => {
    const served = await serveSandbox();
    expect((await served.send(brazilOrder({ orderNo: 'aZ09aZ09' }))).body['orderNo']).toBe('aZ09aZ09');
    const refused = await served.send(brazilOrder({ orderNo: 'zz9999', purpose: '' }));
    expect(refused.body['orderNo'], 'of a refusal').toBe('zz9999');
  });

  it('tradeNo, optional: String, platform trade identifier', async () => {
    const served = await serveSandbox();
    const numbers = new Set<string>();
    for (let number = 1; number <= 50; number += 1) {
      numbers.add((await served.create(brazilOrder({ orderNo: `ORDER${number}0` }))).body.tradeNo);
    }
    expect(numbers.size).toBe(50);
    for (const tradeNo of numbers) expect(tradeNo).toMatch(/^\d{22}$/);
  });

  it('merchant, mandatory: Object; merchantId, merchantName, subMerchantId, subMerchantName: echo of merchant data', async () => {
    const served = await serveSandbox();
    const merchants = [
      { merchantId: MERCHANT },
      { merchantId: MERCHANT, merchantName: 'متجر' },
      SUB_MERCHANT,
    ];
    for (const [index, merchant] of merchants.entries()) {
      const { body } = await served.create(brazilOrder({ orderNo: `ORDER${index}`, merchant }));
      expect(body['merchant']).toEqual(merchant);
    }
  });

  it('merchant.accountNo, optional: String, settlement account, when returned', async () => {
    const merchants = [{ merchantId: MERCHANT, accountNo: 'ACC-1' }, { merchantId: 'M002' }];
    const served = await serveSandbox({ sandbox: { merchants } });
    const accountOf = async (merchantId: string) =>
      (await served.create(brazilOrder({ merchant: { merchantId } }))).body['merchant'];
    expect(await accountOf(MERCHANT)).toEqual({ merchantId: MERCHANT, accountNo: 'ACC-1' });
    expect(await accountOf('M002')).toEqual({ merchantId: 'M002' });
  });

  it('money, mandatory: currency (String, M) and amount (Number, M); Brazil amount is integer centavos; Egypt amount up to 2 decimals', async () => {
    const served = await serveSandbox();
    const echoOf = async (currency: string, amount: string, orderNo: string) => {
      const order = currency === 'BRL' ? brazilOrder({ orderNo }) : egyptOrder({ orderNo });
      const money = `"money":{"currency":"${currency}","amount":${amount}}`;
      const text = JSON.stringify(order).replace(/"money":\{[^}]*\}/, money);
      const time = currency === 'BRL' ? '2026-11-19T10:05:00-03:00' : '2026-11-19T15:05:00+02:00';
      return (await served.send(Buffer.from(text), { 'X-TIMESTAMP': time })).text;
    };
    // The same digits, because a binary float would spell some of them differently.
    expect(await echoOf('BRL', '90071992547409930', 'BR0001')).toContain('"amount":90071992547409930}');
    expect(await echoOf('BRL', '2e4', 'BR0002')).toContain('"amount":2e4}');
    expect(await echoOf('EGP', '150.50', 'EG0001')).toContain('"currency":"EGP","amount":150.50}');
  });

  it('transactionTime, mandatory: yyyy-MM-ddTHH:mm:ss±HH:mm, in the regional offset', async () => {
    const served = await serveSandbox();
    expect((await served.create(brazilOrder())).body['transactionTime']).toBe('2026-11-19T10:05:00-03:00');
    expect((await served.create(egyptOrder())).body['transactionTime']).toBe('2026-11-19T15:05:00+02:00');
  });

  it('channel.paymentMethod, mandatory: echo of the method (PIX for Brazil; method code for Egypt)', async () => {
    const served = await serveSandbox();
    expect((await served.create(brazilOrder())).body.channel['paymentMethod']).toBe('PIX');
    expect((await served.create(egyptOrder())).body.channel['paymentMethod']).toBe('FAWRY');
    const wallet = egyptOrder({ orderNo: 'EG0002', paymentMethod: 'WALLET' });
    expect((await served.create(wallet)).body.channel['paymentMethod']).toBe('WALLET');
  });

  it('channel.paymentUrl, Brazil mandatory: cashier URL for the payer to open', async () => {
    const served = await serveSandbox();
    const { paymentUrl } = (await served.create()).body.channel;
    expect(paymentUrl.startsWith(served.url)).toBe(true);
    const page = await fetch(paymentUrl);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const proxied = await serveSandbox({ sandbox: { url: 'https://pay.example/' } });
    const { body } = await proxied.create();
    expect(body.channel.paymentUrl).toBe(`https://pay.example/cashier/${body.tradeNo}`);
  });

  it('channel.qrString, optional: PIX copy-and-paste / QR payload; may be an empty string in the web-cashier flow', async () => {
    const qr = (await (await serveSandbox()).create()).body.channel;
    expect(qr.qrString).toContain('br.gov.bcb.pix');
    expect(qr.qrString).toContain('5406200.00');
    const served = await serveSandbox({ sandbox: { flow: 'web-cashier' } });
    expect((await served.create()).body.channel.qrString).toBe('');
    expect((await served.create(egyptOrder())).body.channel).not.toHaveProperty('qrString');
  });

  it('channel.additionalInfo, optional: Object; may be empty; in web-cashier flows may hold an alternate paymentUrl', async () => {
    expect((await (await serveSandbox()).create()).body.channel['additionalInfo']).toEqual({});
    const served = await serveSandbox({ sandbox: { flow: 'web-cashier' } });
    const { channel } = (await served.create()).body;
    const { paymentUrl } = channel['additionalInfo'] as { paymentUrl: string };
    expect(paymentUrl).not.toBe(channel.paymentUrl);
    expect((await fetch(paymentUrl)).status).toBe(200);
  });

  it('channel.vaNumber, optional: Egypt: reference number (Fawry reference) when returned by the channel', async () => {
    const served = await serveSandbox();
    const first = await served.create(egyptOrder());
    const second = await served.create(egyptOrder({ orderNo: 'EG0002' }));
    expect(first.body.channel['vaNumber']).toMatch(/^\d{10}$/);
    expect(second.body.channel['vaNumber']).not.toBe(first.body.channel['vaNumber']);
    const wallet = await served.create(egyptOrder({ orderNo: 'EG0003', paymentMethod: 'WALLET' }));
    expect(wallet.body.channel).not.toHaveProperty('vaNumber');
    expect((await served.create(brazilOrder())).body.channel).not.toHaveProperty('vaNumber');
  });

  it('status, optional: String; PROCESSING in the synchronous pay-in response of a newly created order', async () => {
    const served = await serveSandbox();
    expect((await served.create(brazilOrder())).body['status']).toBe('PROCESSING');
    expect((await served.create(egyptOrder())).body['status']).toBe('PROCESSING');
  });
});

describe('States and transitions', () => {
  it('PROCESSING in the synchronous response, SUCCESS in the callback for a completed payment', async () => {
    const receiver = await callbackReceiver();
    const served = await serveSandbox();
    const { body } = await served.create(brazilOrder({ callbackUrl: receiver.url }));
    expect(body['status']).toBe('PROCESSING');
    served.timeline.advance(60);
    expect(receiver.received, 'nothing is sent of an order that is not paid').toEqual([]);
    await served.sandbox.pay(served.known('BR0001'));
    served.timeline.advance(1);
    const [callback] = await receiver.has(1);
    expect(callback!.body['status']).toBe('SUCCESS');
  });
});
