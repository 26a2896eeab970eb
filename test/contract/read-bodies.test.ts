import { describe, expect, it } from 'vitest';
import { readCallback, readRequest, readResponse } from '../../src/contract/read-bodies.ts';
import { sample } from './samples.ts';

describe('reading a body', () => {
  it('reads a request', () => {
    expect(readRequest(sample('request', 'brazil').body)).toEqual({
      orderNo: 'A000000001',
      merchantId: 'M0001234',
      subMerchantId: 'S01',
      currency: 'BRL',
      amountText: '20000',
      paymentMethod: 'PIX',
      expiryPeriodText: '3600',
    });
  });

  it('reads a response', () => {
    expect(readResponse(sample('response', 'egypt').body)).toEqual({
      code: '00',
      orderNo: 'A000000001',
      tradeNo: 'T01',
      merchantId: 'M0001234',
      subMerchantId: 'S01',
      accountNo: '900',
      currency: 'EGP',
      amountText: '150.5',
      transactionTime: '2026-11-19T10:05:01+02:00',
      paymentMethod: 'FAWRY',
      status: 'PROCESSING',
    });
  });

  it('reads a callback, whose merchant is flat', () => {
    expect(readCallback(sample('callback', 'brazil').body)).toEqual({
      orderNo: 'A000000001',
      tradeNo: 'T01',
      merchantId: 'M0001234',
      subMerchantId: undefined,
      paymentMethod: 'PIX',
      transactionTime: '2026-11-19T10:06:00-03:00',
      status: 'SUCCESS',
      currency: 'BRL',
      amountText: '20000',
    });
  });

  it('reads nested values that are no objects as absent', () => {
    for (const nested of [undefined, null, 'x', 7, ['x'], true]) {
      const body = { money: nested, merchant: nested, channel: nested };
      for (const read of [readRequest, readResponse, readCallback]) {
        expect(Object.values(read(body)).every((value) => value === undefined)).toBe(true);
      }
    }
  });

  it('reads own properties only', () => {
    const body = JSON.parse('{"__proto__":{"orderNo":"A000000001","money":{"amount":1}},"merchant":{}}');
    expect(readRequest(body).orderNo).toBeUndefined();
    expect(readRequest(Object.create({ orderNo: 'A000000001' })).orderNo).toBeUndefined();
    expect(readRequest(body).amountText).toBeUndefined();
  });
});
