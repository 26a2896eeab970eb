import { describe, expect, it } from 'vitest';
import { brazilOrder, egyptOrder, MERCHANT } from '../pay-in-requests.ts';
import { serveSandbox } from '../served-sandbox.ts';
import { expectRefused, expectRule } from '../verdicts.ts';

/** What no text field of the interface may be. */
const NO_TEXT = [1, true, {}, []];
const ABSENT = [undefined, null, ''];
const LONG_URL = `https://shop.example/${'a'.repeat(235)}`;

describe('Pay-in request body', () => {
  it('orderNo, mandatory: String, 6 to 32 alphanumeric characters', async () => {
    const served = await serveSandbox();
    await expectRule(served, (orderNo) => brazilOrder({ orderNo }), {
      field: 'orderNo',
      accepted: ['ABC123', 'a'.repeat(32), '000000'],
      refused: [...ABSENT, ...NO_TEXT, 'ABC12', 'a'.repeat(33), 'ABC-123', 'ABC 123', 'ABCÉ123', 'ABC123\n'],
    });
  });

  it('orderNo: unique per merchant', async () => {
    const served = await serveSandbox();
    await served.create(brazilOrder());
    expectRefused(await served.send(brazilOrder()), 'orderRepeated', /same content/);
    expectRefused(await served.send(brazilOrder({ purpose: 'Outro' })), 'orderRepeated', /other content/);
    const other = await served.create(brazilOrder({ merchant: { merchantId: 'M002' } }));
    expect(other.body['orderNo']).toBe('BR0001');
    expect([...served.sandbox.orders()].map(({ order }) => order.merchantId)).toEqual([MERCHANT, 'M002']);
  });

  it('purpose, mandatory: String, UTF-8, length 1 to 64', async () => {
    await expectRule(await serveSandbox(), (purpose) => brazilOrder({ purpose }), {
      field: 'purpose',
      accepted: ['a', 'é'.repeat(64), '😀'.repeat(64), 'طلب'],
      refused: [...ABSENT, ...NO_TEXT, 'é'.repeat(65), '😀'.repeat(65)],
    });
  });

  it('merchant, mandatory: Object', async () => {
    await expectRule(await serveSandbox(), (merchant) => brazilOrder({ merchant }), {
      field: 'merchant',
      accepted: [{ merchantId: MERCHANT }],
      refused: [undefined, null, 'M001', 1, []],
    });
  });

  it('merchant.merchantId, mandatory: String', async () => {
    const bodyWith = (merchantId: unknown) => brazilOrder({ merchant: { merchantName: 'Loja', merchantId } });
    await expectRule(await serveSandbox(), bodyWith, {
      field: 'merchant.merchantId',
      accepted: [MERCHANT],
      refused: [...ABSENT, ...NO_TEXT],
    });
  });

  it.each(['merchantName', 'subMerchantId', 'subMerchantName'])(
    'merchant.%s, optional: String',
    async (name) => {
      const bodyWith = (value: unknown) => brazilOrder({ merchant: { merchantId: MERCHANT, [name]: value } });
      await expectRule(await serveSandbox(), bodyWith, {
        field: `merchant.${name}`,
        accepted: [...ABSENT, 'Loja São João', 'متجر', 'S1'],
        refused: NO_TEXT,
      });
    },
  );

  it('money, mandatory: Object', async () => {
    const served = await serveSandbox();
    for (const money of ['BRL 200', 20_000, []]) {
      expectRefused(await served.send(brazilOrder({ money })), 'fieldInvalid', /money: object/);
    }
    expectRefused(await served.send(brazilOrder({ money: undefined })), 'fieldInvalid', /money: mandatory/);
  });

  it('money.currency, mandatory: Brazil: BRL only', async () => {
    await expectRule(await serveSandbox(), (currency) => brazilOrder({ money: { currency, amount: 1 } }), {
      field: 'money.currency',
      accepted: ['BRL'],
      refused: [...ABSENT, 986, 'brl', 'USD', 'EGP'],
    });
  });

  it('money.currency, mandatory: Egypt: ISO currency code for the call', async () => {
    const served = await serveSandbox();
    await expectRule(served, (currency) => egyptOrder({ money: { currency, amount: 1 } }), {
      field: 'money.currency',
      accepted: ['EGP', 'USD'],
      refused: [],
    });
    for (const currency of ['egp', 'XYZ', 'EGP ', '', undefined, 818]) {
      const answer = await served.send(egyptOrder({ money: { currency, amount: 1 } }));
      expectRefused(answer, 'variantUnknown', /money.currency/);
    }
  });

  it('money.amount, mandatory: Number; Brazil: integer in centavos (20000 means BRL 200.00)', async () => {
    const served = await serveSandbox();
    await expectRule(served, (amount) => brazilOrder({ money: { currency: 'BRL', amount } }), {
      field: 'money.amount',
      accepted: [1, 20_000, 9_007_199_254_740_991],
      refused: [...ABSENT, '20000', true, {}, [], 200.5, 0.01, -1, 1e30],
    });
    const answer = await served.create(brazilOrder());
    const page = await fetch(answer.body.channel.paymentUrl);
    expect(await page.text()).toContain('<h1>BRL 200.00</h1>');
  });

  it('money.amount, mandatory: Number; Egypt: up to 2 decimal places', async () => {
    const served = await serveSandbox();
    await expectRule(served, (amount) => egyptOrder({ money: { currency: 'EGP', amount } }), {
      field: 'money.amount',
      accepted: [1, 150.5, 0.01, 99_999_999.99],
      refused: [...ABSENT, '150.50', true, {}, 150.505, 0.001, -1, 1e30],
    });
    const answer = await served.create(egyptOrder());
    expect(await (await fetch(answer.body.channel.paymentUrl)).text()).toContain('<h1>EGP 150.50</h1>');
  });

  it('payer: Brazil mandatory, Egypt optional, Object', async () => {
    const served = await serveSandbox();
    await expectRule(served, (payer) => brazilOrder({ payer }), {
      field: 'payer',
      accepted: [{ pixAccount: '12345678909' }],
      refused: [undefined, null, '', '12345678909', []],
    });
    await expectRule(served, (payer) => egyptOrder({ payer }), {
      field: 'payer',
      accepted: [undefined, null, {}],
      refused: ['Ali', 1, []],
    });
  });

  it('paymentMethod, mandatory: Brazil: PIX', async () => {
    await expectRule(await serveSandbox(), (paymentMethod) => brazilOrder({ paymentMethod }), {
      field: 'paymentMethod',
      accepted: ['PIX'],
      refused: [...ABSENT, ...NO_TEXT, 'pix', 'FAWRY'],
    });
  });

  it('paymentMethod, mandatory: Egypt: a method code', async () => {
    const served = await serveSandbox();
    await expectRule(served, (paymentMethod) => egyptOrder({ paymentMethod }), {
      field: 'paymentMethod',
      accepted: ['FAWRY', 'WALLET'],
      refused: [...ABSENT, true, {}, []],
    });
    // PIX is the method of Brazil, where EGP is no currency.
    expectRefused(
      await served.send(egyptOrder({ paymentMethod: 'PIX' }), BRAZIL_TIME),
      'fieldInvalid',
      /money.currency: BRL/,
    );
  });

  it('expiryPeriod, optional: Number of seconds; Brazil: range 3600 to 86400', async () => {
    await expectRule(await serveSandbox(), (expiryPeriod) => brazilOrder({ expiryPeriod }), {
      field: 'expiryPeriod',
      accepted: [undefined, null, 3600, 86_400],
      refused: ['3600', true, {}, 3599, 86_401, 0, -1],
    });
  });

  it('expiryPeriod, optional: Number of seconds; Egypt: maximum 86400', async () => {
    await expectRule(await serveSandbox(), (expiryPeriod) => egyptOrder({ expiryPeriod }), {
      field: 'expiryPeriod',
      accepted: [undefined, null, 1, 3599, 86_400],
      refused: ['3600', true, {}, 86_401, 0, -1],
    });
  });

  it('expiryPeriod: default 3600; the order cannot be paid after it', async () => {
    const served = await serveSandbox();
    await served.create(brazilOrder());
    await served.create(brazilOrder({ orderNo: 'BR0002', expiryPeriod: 7200.5 }));
    await served.create(egyptOrder({ expiryPeriod: 60 }));
    const lasts = (orderNo: string) => {
      const { expiresAt, createdAt } = served.known(orderNo).order;
      return (expiresAt - createdAt) / 1000;
    };
    expect(['BR0001', 'BR0002', 'EG0001'].map(lasts)).toEqual([3600, 7200.5, 60]);
    served.timeline.advance(3600);
    expect(await served.sandbox.pay(served.known('BR0001'))).toBe('expired');
    expect(await served.sandbox.pay(served.known('BR0002'))).toBe('paid');
  });

  it.each(['redirectUrl', 'callbackUrl'])(
    '%s, optional: String, max 256; Brazil: HTTP or HTTPS',
    async (name) => {
      const served = await serveSandbox({ sandbox: { callbackHosts: ['shop.example'] } });
      await expectRule(served, (url) => brazilOrder({ [name]: url }), {
        field: name,
        accepted: [...ABSENT, 'http://shop.example/a', 'https://shop.example', LONG_URL],
        refused: [
          ...NO_TEXT,
          `${LONG_URL}a`,
          'ftp://shop.example',
          'shop.example',
          'javascript:alert(1)',
          'http:///a',
        ],
      });
    },
  );

  it.each(['redirectUrl', 'callbackUrl'])('%s, optional: String, max 256; Egypt: HTTPS', async (name) => {
    const served = await serveSandbox({ sandbox: { callbackHosts: ['shop.example'] } });
    await expectRule(served, (url) => egyptOrder({ [name]: url }), {
      field: name,
      accepted: [...ABSENT, 'https://shop.example', LONG_URL],
      refused: [...NO_TEXT, `${LONG_URL}a`, 'http://shop.example/a', 'shop.example'],
    });
  });

  it('redirectUrl: URL to which the payer is returned after paying', async () => {
    const served = await serveSandbox();
    const redirectUrl = 'https://shop.example/thanks?order=1&x=2';
    const { body } = await served.create(brazilOrder({ redirectUrl }));
    const page = async () => (await fetch(body.channel.paymentUrl)).text();
    expect(await page()).not.toContain('shop.example');
    await served.sandbox.pay(served.known('BR0001'));
    expect(await page()).toContain(
      '<a href="https://shop.example/thanks?order=1&amp;x=2">Return to the shop</a>',
    );
  });
});

const BRAZIL_TIME = { 'X-TIMESTAMP': '2026-11-19T10:05:00-03:00' };
