import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../src/normalise/instant.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import type { Normalised, PayInRecord } from '../../src/normalise/record.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { payInLine } from '../support/records.ts';

const SETTINGS = parseSettings({});
const normalise = (record: object, kind?: 'pay-in') => normaliseLine(JSON.stringify(record), SETTINGS, kind);
const rejection = (record: object, kind?: 'pay-in') => {
  const found = normalise(record, kind);
  return found.kind === 'rejected' ? found.rejection : undefined;
};

const BODY = { orderNo: 'A00001', merchant: { merchantId: 'M1' }, money: { currency: 'BRL', amount: 20000 } };
const ANSWER = {
  code: '00',
  orderNo: 'A00001',
  merchant: { merchantId: 'M1' },
  money: { currency: 'BRL', amount: 20000 },
};
const SENT = '2026-11-19T13:00:00Z';

describe('a pay-in record', () => {
  it('is kept by the digest that it always had', () => {
    const digest = (line: string) => payIn(normaliseLine(line, SETTINGS)).digest;
    expect(digest(payInLine())).toBe('50ef7193794d2fd97a310eb6518b50a4');
    // Without amounts, and a response by itself.
    expect(payIn(normalise({ sentAt: SENT, request: { body: { ...BODY, money: {} } } })).digest).toBe(
      '95b5f93397e2ceb2758487b0704b3f74',
    );
    expect(payIn(normalise({ receivedAt: SENT, response: { body: ANSWER } })).digest).toBe(
      'edf34fc5bc1b514964ebe5e00c1a35e2',
    );
  });

  it('without a request is rejected where its response has no code, or is none', () => {
    const expected = { reason: 'unknown_kind', detail: 'a response without code, alone' };
    for (const body of [{ ...ANSWER, code: '' }, {}, undefined, 'text'])
      expect(rejection({ receivedAt: SENT, response: { body } })).toEqual(expected);
    expect(rejection({ receivedAt: SENT, request: null, response: { body: {} } })).toEqual(expected);
  });

  it('without anything is rejected for its order number, as a request without one is', () => {
    const expected = { reason: 'no_order_no', detail: 'absent, empty or no text' };
    for (const record of [{ request: null }, { request: {} }, { request: 'x', response: 7 }])
      expect(rejection(record)).toEqual(expected);
    expect(rejection({}, 'pay-in')).toEqual(expected);
  });

  it('is rejected where its only time is so early that its date may be before the year 1', () => {
    const request = { body: BODY };
    for (const sentAt of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(rejection({ sentAt, request })).toMatchObject({ reason: 'no_time' });
    for (const sentAt of ['0001-01-03T00:00:00Z', '9999-12-29T23:59:59Z'])
      expect(formatInstant(payIn(normalise({ sentAt, request })).requestedAt)).toBe(
        sentAt.replace('T', ' ').replace('Z', '+00'),
      );
  });

  it('is of the merchant of its body, else of its header; a response of its own body alone', () => {
    const headers = { 'x-partner-id': 'M2' };
    const { merchant: _merchant, ...body } = BODY;
    expect(payIn(normalise({ sentAt: SENT, request: { headers, body: BODY } })).merchantId).toBe('M1');
    expect(payIn(normalise({ sentAt: SENT, request: { headers, body } })).merchantId).toBe('M2');
    expect(rejection({ sentAt: SENT, request: { headers: 'M2', body } })).toMatchObject({
      reason: 'no_merchant_id',
    });
    expect(
      rejection({ receivedAt: SENT, response: { headers, body: { ...ANSWER, merchant: {} } } }),
    ).toMatchObject({ reason: 'no_merchant_id' });
  });

  it.each(['orderNo', 'merchantId'])('is rejected where its %s is too long to be stored', (name) => {
    const reason = name === 'orderNo' ? 'no_order_no' : 'no_merchant_id';
    const record = (text: string) => ({
      sentAt: SENT,
      request: { body: { orderNo: 'A00001', merchant: { merchantId: 'M1' }, ...named(name, text) } },
    });
    for (const [text, characters] of [
      ['x'.repeat(1001), 1001],
      ['é'.repeat(501), 501],
      ['€'.repeat(334), 334],
    ] as const) {
      const detail = `text of ${characters} characters, at most 1000 bytes`;
      expect(rejection(record(text))).toEqual({ reason, detail });
    }
    for (const text of ['x'.repeat(1000), 'é'.repeat(500), '€'.repeat(333)])
      expect(rejection(record(text))).toBeUndefined();
  });
});

describe('the times of a pay-in record', () => {
  const times = (record: object) => {
    const { requestedAt, answeredAt, createdAt, loggedAt, timeFlags } = payIn(normalise(record));
    const shown = [requestedAt, answeredAt, createdAt, loggedAt].map((one) => one && formatInstant(one));
    return [...shown, timeFlags];
  };
  const clock = (time: string) => `2026-11-19 ${time}+00`;

  it('are read by the region of the request, else of the response', () => {
    const headers = { 'X-TIMESTAMP': '2026-11-19T10:00:00' };
    expect(times({ request: { headers, body: BODY } })).toEqual([
      clock('13:00:00'),
      undefined,
      clock('13:00:00'),
      clock('10:00:00'),
      [],
    ]);
    const body = { ...ANSWER, transactionTime: '2026-11-19T10:00:00' };
    expect(times({ response: { body } })).toEqual([
      clock('13:00:00'),
      clock('13:00:00'),
      clock('13:00:00'),
      clock('10:00:00'),
      [],
    ]);
    const egypt = { ...body, money: { currency: 'EGP', amount: 1 } };
    expect(times({ response: { body: egypt } }).slice(0, 2)).toEqual([clock('08:00:00'), clock('08:00:00')]);
  });

  it('of a response by itself are receivedAt, else its header, else transactionTime, else the header’s local time', () => {
    const whole = {
      receivedAt: '2026-11-19T13:00:01Z',
      sentAt: '2026-11-19T13:00:02Z',
      response: {
        headers: { 'X-TIMESTAMP': '2026-11-19T10:00:03-03:00' },
        body: { ...ANSWER, transactionTime: '2026-11-19T10:00:04' },
      },
    };
    expect(times(whole)).toEqual([
      clock('13:00:01'),
      clock('13:00:04'),
      clock('13:00:04'),
      clock('13:00:01'),
      [],
    ]);
    const { receivedAt: _received, ...sent } = whole;
    expect(times(sent)[0]).toBe(clock('13:00:02'));
    const { sentAt: _sent, ...timed } = sent;
    expect(times(timed)[0]).toBe(clock('13:00:03'));
    const local = { headers: { 'X-TIMESTAMP': '2026-11-19T10:00:03' }, body: timed.response.body };
    expect(times({ response: local })).toEqual([
      clock('13:00:04'),
      clock('13:00:04'),
      clock('13:00:04'),
      clock('10:00:04'),
      [],
    ]);
    expect(times({ response: { ...local, body: ANSWER } })).toEqual([
      clock('13:00:03'),
      undefined,
      clock('13:00:03'),
      clock('10:00:03'),
      [],
    ]);
  });

  it('of the response have its header as reference, else the time of the request', () => {
    // By São Paulo's clock this would be three hours later than its message.
    const body = { ...ANSWER, transactionTime: '2026-11-19T13:00:02' };
    const request = { body: BODY };
    const utc = [clock('13:00:02'), ['OFFSET_DISAGREES']];
    const headers = { 'X-TIMESTAMP': '2026-11-19T10:00:03-03:00' };
    for (const record of [
      { sentAt: SENT, request, response: { body } },
      { sentAt: '2026-11-19T20:00:00Z', request, response: { headers, body } },
      { receivedAt: '2026-11-19T20:00:00Z', response: { headers, body } },
    ]) {
      const [, answered, , , flags] = times(record);
      expect([answered, flags]).toEqual(utc);
    }
    const cairo = { 'X-TIMESTAMP': '2026-11-19T15:00:03+02:00' };
    const inCairo = { ...body, transactionTime: '2026-11-19T15:00:02' };
    expect(times({ sentAt: SENT, request, response: { headers: cairo, body: inCairo } })).toMatchObject({
      1: clock('13:00:02'),
      4: ['OFFSET_DISAGREES'],
    });
    expect(times({ sentAt: '2026-11-20T13:00:00Z', request, response: { body } }).slice(1, 2)).toEqual([
      clock('16:00:02'),
    ]);
  });

  it('that cannot be read are flagged, and the next ones count', () => {
    const request = { headers: { 'X-TIMESTAMP': 'noon' }, body: BODY };
    expect(times({ sentAt: SENT, request })).toEqual([
      clock('13:00:00'),
      undefined,
      clock('13:00:00'),
      clock('13:00:00'),
      ['TIME_UNREADABLE'],
    ]);
    expect(rejection({ sentAt: 'noon', request })).toEqual({
      reason: 'no_time',
      detail:
        'neither X-TIMESTAMP of the request, nor sentAt, nor transactionTime of the response' +
        '; not readable as a time: X-TIMESTAMP of the request, sentAt',
    });
    expect(rejection({ receivedAt: 'noon', response: { body: ANSWER } })).toEqual({
      reason: 'no_time',
      detail:
        'neither receivedAt, nor X-TIMESTAMP, nor transactionTime of the response' +
        '; not readable as a time: receivedAt',
    });
  });
});

describe('the time to pay an order', () => {
  it.each([
    [undefined, 3600],
    [60, 60],
    ['7.2e3', 7200],
    [31_622_400, 31_622_400],
    [31_622_401, 3600],
    [1e30, 3600],
    [0, 3600],
    [-60, 3600],
    [1.5, 3600],
    ['soon', 3600],
  ])('is by expiryPeriod %s so many seconds: %d', (expiryPeriod, seconds) => {
    const { createdAt, expiresAt } = payIn(
      normalise({ sentAt: SENT, request: { body: { ...BODY, expiryPeriod } } }),
    );
    expect(expiresAt.seconds - createdAt.seconds).toBe(seconds);
  });
});

describe('the response of a pay-in record', () => {
  it('has its amount in its own currency, else in that of the request', () => {
    const amounts = (money: object) => {
      const record = { sentAt: SENT, request: { body: BODY }, response: { body: { ...ANSWER, money } } };
      const { amountMinor, responseAmountMinor } = payIn(normalise(record));
      return [amountMinor, responseAmountMinor];
    };
    expect(amounts({ currency: 'BRL', amount: 19000 })).toEqual([20_000n, 19_000n]);
    expect(amounts({ amount: 19000 })).toEqual([20_000n, 19_000n]);
    expect(amounts({ currency: 'KWD', amount: '19000.00' })).toEqual([20_000n, 19_000n]);
    expect(amounts({ currency: 'BRL' })).toEqual([20_000n, undefined]);
  });

  it('counts only with a code: without one nothing of it is kept or checked', () => {
    const record = JSON.parse(payInLine());
    record.response.body.code = '';
    const { record: kept, violations } = normalise(record) as Extract<Normalised, { kind: 'pay-in' }>;
    expect(kept).toMatchObject({ hasRequest: true, hasResponse: false });
    for (const name of [
      'responseTimestampText',
      'responseTimeText',
      'tradeNo',
      'responseAmountText',
    ] as const)
      expect([name, kept[name]]).toEqual([name, undefined]);
    expect(violations.filter(({ field }) => field.startsWith('response.'))).toEqual([]);
    const alone = normalise({ receivedAt: SENT, response: { body: ANSWER } });
    expect(alone).toMatchObject({
      record: { hasRequest: false, hasResponse: true, subMerchantId: undefined },
    });
    const fields = (alone as Extract<Normalised, { kind: 'pay-in' }>).violations.map(({ field }) => field);
    expect(fields.filter((field) => field.startsWith('request.'))).toEqual([]);
    expect(fields).toContain('response.body.message');
  });
});

function named(name: string, text: string): object {
  return name === 'orderNo' ? { orderNo: text } : { merchant: { merchantId: text } };
}

function payIn(normalised: Normalised): PayInRecord {
  if (normalised.kind !== 'pay-in') throw new Error(JSON.stringify(normalised));
  return normalised.record;
}
