import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCallback, checkRequest, checkResponse } from '../../src/contract/check.ts';
import type { Variant } from '../../src/contract/violation.ts';
import { sample } from './samples.ts';

const VARIANTS: readonly Variant[] = ['brazil', 'egypt', 'none'];

describe('check', () => {
  it('finds nothing in sound messages, and allocates nothing for it', () => {
    const found = VARIANTS.flatMap((variant) => {
      const [request, response, callback] = [
        sample('request', variant),
        sample('response', variant),
        sample('callback', variant),
      ];
      return [
        checkRequest(request.body, request.headers, variant),
        checkResponse(response.body, response.headers, variant),
        checkCallback(callback.body, callback.headers, variant),
      ];
    });
    expect(found.flat()).toEqual([]);
    expect(new Set(found).size).toBe(1);
    expect(Object.isFrozen(found[0])).toBe(true);
  });

  it('asks for no header: that a store kept none breaks no rule', () => {
    const { body } = sample('request', 'brazil');
    expect(checkRequest(body, undefined, 'brazil')).toEqual([]);
    expect(checkRequest(body, {}, 'brazil')).toEqual([]);
  });

  it('finds headers whatever the case of their names, and names them as the interface does', () => {
    const { body } = sample('callback', 'egypt');
    expect(
      checkCallback(body, { 'x-timestamp': '2026-11-19', 'CONTENT-TYPE': 'text/html' }, 'egypt'),
    ).toEqual([
      { field: 'headers.Content-Type', rule: 'application/json', shape: 'string of 9 characters' },
      { field: 'headers.X-TIMESTAMP', rule: 'yyyy-MM-ddTHH:mm:ss±HH:mm', shape: 'string of 10 characters' },
    ]);
  });

  it('takes the first header that is present of those spelled alike', () => {
    const { body } = sample('callback', 'brazil');
    const headers = { 'X-TIMESTAMP': '', 'x-timestamp': ['?'], 'X-Timestamp': '2026-11-19T10:05:00-03:00' };
    expect(checkCallback(body, headers, 'brazil').map(({ field }) => field)).toEqual(['headers.X-TIMESTAMP']);
  });

  it('never looks at a signature', () => {
    const { body } = sample('request', 'brazil');
    for (const signature of [undefined, '', 7, {}, 'x'.repeat(9999)]) {
      expect(checkRequest(body, { 'X-SIGNATURE': signature }, 'brazil')).toEqual([]);
    }
  });

  it('reports a missing object, not each of its fields', () => {
    expect(checkResponse({}, undefined, 'none').map(({ field, shape }) => `${field} ${shape}`)).toEqual([
      'response.body.code absent',
      'response.body.message absent',
      'response.body.orderNo absent',
      'response.body.merchant absent',
      'response.body.money absent',
      'response.body.transactionTime absent',
      'response.body.channel absent',
    ]);
  });

  it('reports only the type of a field of another type', () => {
    const { body } = sample('request', 'brazil');
    expect(checkRequest({ ...body, orderNo: 12 }, undefined, 'brazil')).toEqual([
      { field: 'request.body.orderNo', rule: 'text', shape: 'number' },
    ]);
  });

  it('reports each rule that a field breaks', () => {
    const { body } = sample('request', 'egypt');
    const redirectUrl = `http://${'x'.repeat(250)}`;
    expect(checkRequest({ ...body, redirectUrl }, undefined, 'egypt').map(({ rule }) => rule)).toEqual([
      'at most 256 characters',
      'HTTPS URL',
    ]);
  });

  it('holds Egypt to no payer, and Brazil to one', () => {
    const { payer: _, ...body } = sample('request', 'egypt').body;
    expect(checkRequest(body, undefined, 'egypt')).toEqual([]);
    expect(checkRequest(body, undefined, 'none')).toEqual([]);
    expect(checkRequest(body, undefined, 'brazil')).toContainEqual({
      field: 'request.body.payer',
      rule: 'mandatory',
      shape: 'absent',
    });
  });

  it('takes no offence at fields the interface does not know, nor at keys of prototypes', () => {
    const { body } = sample('callback', 'brazil');
    const text = JSON.stringify(body).replace(
      '{',
      '{"__proto__":{"orderNo":1},"constructor":1,"extra":{"a":[1]},',
    );
    expect(checkCallback(JSON.parse(text), JSON.parse('{"__proto__":1,"X-Other":1}'), 'brazil')).toEqual([]);
    const inherited = Object.create({ orderNo: 'ABC123' });
    expect(checkCallback(inherited, undefined, 'none').map(({ field }) => field)).toContain('body.orderNo');
  });

  it('gives violations in the order of the interface, whatever the order of the keys', () => {
    const { body } = sample('request', 'brazil');
    const broken = { ...body, purpose: '', orderNo: '?', redirectUrl: 'x' };
    const reversed = Object.fromEntries(Object.entries(broken).reverse());
    expect(checkRequest(reversed, undefined, 'brazil')).toEqual(checkRequest(broken, undefined, 'brazil'));
  });

  it('holds X-PARTNER-ID to merchant.merchantId, where both are there', () => {
    const { body, headers } = sample('request', 'brazil');
    const check = (partner: unknown, merchantId: unknown) =>
      checkRequest(
        { ...body, merchant: { merchantId } },
        { ...headers, 'X-PARTNER-ID': undefined, 'x-partner-id': partner },
        'brazil',
      );
    expect(check('M0002', 'M0001')).toEqual([
      {
        field: 'request.headers.X-PARTNER-ID',
        rule: 'equal to merchant.merchantId',
        shape: 'string of 5 characters',
      },
    ]);
    expect(check('m0001', 'M0001')).toHaveLength(1);
    expect(check('M0001', 'M0001')).toEqual([]);
    expect(check('', 'M0001')).toEqual([]);
    expect(check('M0001', '').map(({ rule }) => rule)).toEqual(['mandatory']);
    expect(check(17, 17).map(({ rule }) => rule)).toEqual(['text', 'text']);
  });

  it('reads an amount that is text, tells that it is, and holds it to the rules of amounts', () => {
    const { body } = sample('request', 'brazil');
    const told = (amount: unknown, expiryPeriod: unknown) =>
      checkRequest({ ...body, money: { currency: 'BRL', amount }, expiryPeriod }, undefined, 'brazil').map(
        ({ field, rule, shape }) => `${field}: ${rule} (${shape})`,
      );
    expect(told('20000', '3600')).toEqual([
      'request.body.money.amount: a number, not text (text)',
      'request.body.expiryPeriod: a number, not text (text)',
    ]);
    expect(told('200.5', 3600)).toEqual([
      'request.body.money.amount: a number, not text (text)',
      'request.body.money.amount: whole centavos, not negative (string of 5 characters)',
    ]);
  });

  it('asks a response with another code than "00" for code and message only', () => {
    const refused = { code: '51', message: 'Refused' };
    for (const variant of VARIANTS) {
      expect(checkResponse(refused, {}, variant)).toEqual([]);
      expect(
        checkResponse({ ...refused, merchant: {}, money: { amount: 1 }, channel: {} }, {}, variant),
      ).toEqual([]);
      expect(checkResponse({ code: '51' }, {}, variant).map(({ field }) => field)).toEqual([
        'response.body.message',
      ]);
      expect(checkResponse({ ...refused, code: '00' }, {}, variant).length).toBeGreaterThan(4);
    }
    const told = { ...refused, orderNo: 17, transactionTime: '19/11/2026' };
    expect(checkResponse(told, {}, 'brazil').map(({ field, rule }) => `${field}: ${rule}`)).toEqual([
      'response.body.orderNo: text',
      'response.body.transactionTime: yyyy-MM-ddTHH:mm:ss±HH:mm',
    ]);
  });

  it('never shows a value of the payer', () => {
    const secret = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => `¤${text}¤`),
      fc.integer({ min: 1_000_000_000 }),
      fc.stringMatching(/^[5-9]{9,15}$/),
    );
    const value = fc.oneof(secret, fc.constant(null), fc.array(secret), fc.record({ inner: secret }));
    const names = ['pixAccount', 'name', 'idType', 'idNumber', 'phone', 'email', 'other'];
    const payer = fc.oneof(value, fc.dictionary(fc.constantFrom(...names), value));
    fc.assert(
      fc.property(payer, fc.constantFrom(...VARIANTS), (payer, variant) => {
        const shown = JSON.stringify([
          checkRequest({ ...sample('request', variant).body, payer }, undefined, variant),
          checkCallback({ ...sample('callback', variant).body, payer }, undefined, variant),
        ]);
        for (const text of leaves(payer)) expect(shown).not.toContain(text);
      }),
    );
  });
});

function leaves(value: unknown): string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [String(value)];
}
