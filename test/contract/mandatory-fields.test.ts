import { describe, expect, it } from 'vitest';
import { JsonNumber } from '../../src/contract/json.ts';
import {
  isAt,
  MANDATORY_RULE,
  mandatoryFields,
  mandatoryFieldsAt,
  saysAt,
} from '../../src/contract/mandatory-fields.ts';
import { RULE_CASES } from './rule-cases.ts';

const mandatoryIn = (...variants: readonly string[]) =>
  RULE_CASES.filter(([, one, rule]) => rule === MANDATORY_RULE && variants.includes(one))
    .map(([field]) => field)
    .sort();

describe('the mandatory fields', () => {
  it('are those that the interface calls so, in a variant', () => {
    expect(mandatoryFields('brazil').toSorted()).toEqual(mandatoryIn('both', 'brazil'));
    expect(mandatoryFields('egypt').toSorted()).toEqual(mandatoryIn('both', 'egypt'));
    expect(mandatoryFields('none').toSorted()).toEqual(mandatoryIn('both'));
    expect(mandatoryFields('brazil')).toContain('request.body.payer.pixAccount');
    expect(mandatoryFields('egypt')).not.toContain('request.body.payer');
  });

  it('at a path are the field itself and those below it, of any variant', () => {
    expect(mandatoryFieldsAt(['request.body.payer'])).toEqual([
      'request.body.payer',
      'request.body.payer.pixAccount',
    ]);
    expect(mandatoryFieldsAt(['body.merchant', 'response.body.code', 'body.status'])).toEqual([
      'response.body.code',
      'body.status',
    ]);
    expect(mandatoryFieldsAt(['request', 'response', 'body']).toSorted()).toEqual(
      mandatoryIn('both', 'brazil', 'egypt'),
    );
    expect(mandatoryFieldsAt([])).toEqual([]);
    expect(mandatoryFieldsAt(['sentAt'])).toEqual([]);
  });
});

describe('a path', () => {
  it.each([
    ['body.payer', true],
    ['body.payer.name', true],
    ['body.payerName', false],
    ['body', false],
    ['request.body.payer', false],
  ])('%s is at or below body.payer: %s', (field, isThere) => {
    expect(isAt(field, ['headers', 'body.payer'])).toBe(isThere);
  });
});

describe('a record has a value', () => {
  const record = {
    sentAt: '2026-11-19T10:00:00Z',
    request: {
      headers: { 'x-partner-id': 'M1', 'X-SIGNATURE': '' },
      body: {
        orderNo: 'A00001',
        purpose: '',
        expiryPeriod: new JsonNumber('3.6e3'),
        payer: { name: null, phone: '', more: {} },
        merchant: { merchantName: null, merchantId: 'M1' },
        paymentMethod: 0,
        flag: false,
        list: ['', null],
        words: ['', 'x'],
      },
    },
    response: null,
    ack: '',
  };

  it.each([
    'sentAt',
    'request',
    'request.headers.X-PARTNER-ID',
    'request.body.orderNo',
    'request.body.expiryPeriod',
    'request.body.merchant',
    'request.body.merchant.merchantId',
    'request.body.paymentMethod',
    'request.body.flag',
    'request.body.words',
  ])('at %s', (path) => {
    expect(saysAt(record, path)).toBe(true);
  });

  it.each([
    'receivedAt',
    'SENTAT',
    'response',
    'response.body.code',
    'ack',
    'request.headers.X-SIGNATURE',
    'request.headers.X-TIMESTAMP',
    'request.body.purpose',
    'request.body.ORDERNO',
    'request.body.payer',
    'request.body.payer.name',
    'request.body.orderNo.length',
    'request.body.expiryPeriod.text',
    'request.body.merchant.merchantName',
    'request.body.list',
    'request.body.toString',
    'body.orderNo',
    'request.x-partner-id',
  ])('but not at %s', (path) => {
    expect(saysAt(record, path)).toBe(false);
  });

  it('of a callback also where the line is its body by itself, and then of the body alone', () => {
    const body = { orderNo: 'A00001', merchantId: 'M1', money: { amount: 1 }, headers: { ack: 'x' } };
    expect(saysAt(body, 'body.orderNo')).toBe(true);
    expect(saysAt(body, 'body.money.amount')).toBe(true);
    expect(saysAt(body, 'body.status')).toBe(false);
    expect(saysAt(body, 'body')).toBe(true);
    expect(saysAt(body, 'request.orderNo')).toBe(false);
    expect(saysAt({ body, status: 'SUCCESS' }, 'body.status')).toBe(false);
    expect(saysAt({ body: null, orderNo: 'A00001' }, 'body.orderNo')).toBe(false);
  });
});
