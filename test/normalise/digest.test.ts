import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordDigest } from '../../src/normalise/identify.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';

const SETTINGS = parseSettings({});

describe('recordDigest', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('', '-', '+', '1', '\u001f', '\u001f-', '\u001f+1:1', '1:1'),
  );
  const values = fc.array(fc.option(text, { nil: undefined }), { maxLength: 4 });

  it('is equal for equal values, and for no others', () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const same = JSON.stringify(one.map(spell)) === JSON.stringify(other.map(spell));
        expect(recordDigest('callback', one) === recordDigest('callback', other)).toBe(same);
      }),
      { numRuns: 2000 },
    );
  });

  it('tells absent from empty, and one kind from the other', () => {
    expect(recordDigest('callback', [undefined])).not.toBe(recordDigest('callback', ['']));
    expect(recordDigest('callback', ['1'])).not.toBe(recordDigest('pay-in', ['1']));
  });

  it('is 32 hexadecimal digits', () => {
    expect(recordDigest('callback', ['ação', undefined])).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the digest of a callback', () => {
  const callback = () => ({
    receivedAt: '2026-11-19T13:05:03Z',
    headers: { 'X-TIMESTAMP': '2026-11-19T10:05:02-03:00', 'X-SIGNATURE': 'a' },
    body: {
      orderNo: 'ORDER00001',
      tradeNo: 'T1',
      merchantId: 'M001',
      merchantName: 'Loja',
      subMerchantId: 'S1',
      paymentMethod: 'PIX',
      transactionTime: '2026-11-19T10:05:00',
      status: 'SUCCESS',
      money: { currency: 'BRL', amount: 20000 },
      payer: { name: 'Maria' },
    },
    ack: 'SUCCESS',
    verified: true,
  });
  const own = digestOf(callback());

  it.each([
    ['receivedAt', '2026-11-19T13:05:04Z'],
    ['headers.X-TIMESTAMP', '2026-11-19T10:05:03-03:00'],
    ['body.orderNo', 'ORDER00002'],
    ['body.tradeNo', 'T2'],
    ['body.merchantId', 'M002'],
    ['body.subMerchantId', undefined],
    ['body.paymentMethod', 'CARD'],
    ['body.transactionTime', '2026-11-19T10:05:01'],
    ['body.status', 'PROCESSING'],
    ['body.money.currency', 'USD'],
    ['body.money.amount', 20001],
    ['ack', 'FAIL'],
    ['verified', false],
    ['verified', undefined],
  ])('changes with %s, which is kept', (path, value) => {
    expect(digestOf(withValue(callback(), path, value))).not.toBe(own);
  });

  it.each([
    ['headers.X-SIGNATURE', 'b'],
    ['body.merchantName', 'Outra'],
    ['body.payer', { name: 'João' }],
    ['body.extra', 1],
    ['note', 'seen'],
    ['body.subMerchantName', 'Filial'],
  ])('does not change with %s, which is not', (path, value) => {
    expect(digestOf(withValue(callback(), path, value))).toBe(own);
  });

  it.each(['20000.0', '2e4', '"20000"', '"020000"'])('takes the amount %s by its value', (amount) => {
    expect(digestOf(JSON.stringify(callback()).replace('"amount":20000', `"amount":${amount}`))).toBe(own);
  });
});

describe('the digest of a pay-in', () => {
  const payIn = () => ({
    sentAt: '2026-11-19T13:00:00Z',
    request: {
      headers: { 'X-TIMESTAMP': '2026-11-19T10:00:00-03:00', 'X-SIGNATURE': 'a' },
      body: {
        orderNo: 'ORDER00001',
        purpose: 'Pedido',
        merchant: { merchantId: 'M001', subMerchantId: 'S1', merchantName: 'Loja' },
        money: { currency: 'BRL', amount: 20000 },
        payer: { pixAccount: '12345678901' },
        paymentMethod: 'PIX',
        expiryPeriod: 3600,
        callbackUrl: 'https://shop.example/c',
      },
    },
    response: {
      status: 200,
      headers: { 'X-TIMESTAMP': '2026-11-19T10:00:01-03:00' },
      body: {
        code: '00',
        message: 'Success',
        orderNo: 'ORDER00001',
        tradeNo: 'T1',
        merchant: { merchantId: 'M001', accountNo: 'A1' },
        money: { currency: 'BRL', amount: 20000 },
        transactionTime: '2026-11-19T10:00:01-03:00',
        channel: { paymentMethod: 'PIX', paymentUrl: 'https://pay.example/1' },
        status: 'PROCESSING',
      },
    },
  });
  const own = digestOf(payIn());

  it.each([
    ['sentAt', '2026-11-19T13:00:01Z'],
    ['request.headers.X-TIMESTAMP', '2026-11-19T10:00:02-03:00'],
    ['request.body.orderNo', 'ORDER00002'],
    ['request.body.merchant.merchantId', 'M002'],
    ['request.body.merchant.subMerchantId', undefined],
    ['request.body.money.currency', undefined],
    ['request.body.money.amount', 1],
    ['request.body.paymentMethod', 'CARD'],
    ['request.body.expiryPeriod', 7200],
    ['response', undefined],
    ['response.headers.X-TIMESTAMP', undefined],
    ['response.body.code', '05'],
    ['response.body.orderNo', 'ORDER00002'],
    ['response.body.tradeNo', 'T2'],
    ['response.body.merchant.merchantId', 'M002'],
    ['response.body.merchant.subMerchantId', 'S2'],
    ['response.body.merchant.accountNo', 'A2'],
    ['response.body.money.currency', 'USD'],
    ['response.body.money.amount', 1],
    ['response.body.transactionTime', '2026-11-19T10:00:02-03:00'],
    ['response.body.channel.paymentMethod', 'CARD'],
    ['response.body.status', 'NEW'],
  ])('changes with %s, which is kept', (path, value) => {
    expect(digestOf(withValue(payIn(), path, value))).not.toBe(own);
  });

  it.each([
    ['request.headers.X-SIGNATURE', 'b'],
    ['request.body.purpose', 'Outro'],
    ['request.body.payer.pixAccount', '10987654321'],
    ['request.body.callbackUrl', 'https://shop.example/d'],
    ['request.body.merchant.merchantName', 'Outra'],
    ['response.status', 201],
    ['response.body.message', 'OK'],
    ['response.body.channel.paymentUrl', 'https://pay.example/2'],
  ])('does not change with %s, which is not', (path, value) => {
    expect(digestOf(withValue(payIn(), path, value))).toBe(own);
  });

  it('is what it was before the sub-merchant of responses was kept, where that is the request’s or nobody’s', () => {
    const echoed = (value: unknown) => withValue(payIn(), 'response.body.merchant.subMerchantId', value);
    expect(digestOf(echoed('S1'))).toBe(own);
    const alone = (record: object) => withValue(record, 'request.body.merchant.subMerchantId', undefined);
    expect(digestOf(alone(echoed('S2')))).toBe(digestOf(alone(payIn())));
    const half = (value: unknown) => {
      const { response } = echoed(value) as { response: unknown };
      return digestOf({ receivedAt: '2026-11-19T13:00:02Z', response });
    };
    expect(new Set([half(undefined), half('S1'), half('S2')]).size).toBe(3);
  });
});

function digestOf(record: unknown): string {
  const normalised = normaliseLine(typeof record === 'string' ? record : JSON.stringify(record), SETTINGS);
  if (normalised.kind === 'rejected') throw new Error(normalised.rejection.reason);
  return normalised.record.digest;
}

function withValue(record: object, path: string, value: unknown): object {
  const steps = path.split('.');
  const last = steps.pop()!;
  const parent = steps.reduce((at, step) => (at as Record<string, object>)[step]!, record);
  Object.assign(parent, { [last]: value });
  return record;
}

/** JSON knows no undefined. */
function spell(value: string | undefined): unknown {
  return value === undefined ? null : value;
}
