import { describe, expect, it } from 'vitest';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import type { CallbackRecord, Normalised, PayInRecord } from '../../src/normalise/record.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { sample } from '../contract/samples.ts';

const SETTINGS = parseSettings({});

describe('a line', () => {
  it.each([
    [
      '{"request": {"body": {"orderNo": "A00001", "merchant": {"merchantId": "M1"}}}, "sentAt": "2026-11-19T10:00:00Z"}',
      'pay-in',
    ],
    ['{"receivedAt": "2026-11-19T10:00:00Z", "body": {"orderNo": "A00001", "merchantId": "M1"}}', 'callback'],
    ['{"orderNo": "A00001", "merchantId": "M1", "transactionTime": "2026-11-19T10:00:00Z"}', 'callback'],
  ])('%s is a %s', (line, kind) => {
    expect(normaliseLine(line, SETTINGS).kind).toBe(kind);
  });

  it.each([
    ['not JSON', 'not_json'],
    ['{"body": NaN}', 'not_json'],
    ['7', 'unknown_kind'],
    ['[]', 'unknown_kind'],
    ['{}', 'unknown_kind'],
    ['{"body": {"merchantId": "M1"}}', 'no_order_no'],
    ['{"body": {"orderNo": "", "merchantId": "M1"}}', 'no_order_no'],
    ['{"body": {"orderNo": true, "merchantId": "M1"}}', 'no_order_no'],
    ['{"body": {"orderNo": "A00001"}}', 'no_merchant_id'],
    ['{"request": {"body": {"orderNo": "A00001"}}}', 'no_merchant_id'],
    ['{"body": {"orderNo": "A00001", "merchantId": "M1"}}', 'no_time'],
    ['{"body": {"orderNo": "A00001", "merchantId": "M1", "transactionTime": "noon"}}', 'no_time'],
    ['{"request": {"body": {"orderNo": "A00001", "merchant": {"merchantId": "M1"}}}}', 'no_time'],
  ])('%s is rejected: %s', (line, reason) => {
    expect(normaliseLine(line, SETTINGS)).toMatchObject({ kind: 'rejected', rejection: { reason } });
  });

  it('is rejected without a word of what it holds', () => {
    const secret = '52998224725';
    const lines = [
      `{"cpf": "${secret}"}`,
      `{"body": {"payer": "${secret}"}}`,
      `{"cpf": "${secret}"`,
      `"${secret}"`,
    ];
    for (const line of lines) expect(JSON.stringify(normaliseLine(line, SETTINGS))).not.toContain(secret);
  });

  it('has its identifiers as they stand', () => {
    const line = `{"body": {"orderNo": " aB-1 ", "merchantId": 12345678901234567890}, "receivedAt": "2026-11-19T10:00:00Z"}`;
    expect(callback(normaliseLine(line, SETTINGS))).toMatchObject({
      orderNo: ' aB-1 ',
      merchantId: '12345678901234567890',
    });
  });

  it('gives its numeric identifiers away as a broken rule', () => {
    const line = `{"body": {"orderNo": 1234567, "merchantId": "M1"}, "receivedAt": "2026-11-19T10:00:00Z"}`;
    const { violations } = normaliseLine(line, SETTINGS) as Extract<Normalised, { kind: 'callback' }>;
    expect(violations).toContainEqual({ field: 'body.orderNo', rule: 'text', shape: 'number' });
  });
});

describe('payer data', () => {
  const data = ['12345678901', 'Mona Ali', '29001011234567', '01001234567', 'm@x.eg', 'NID'];

  it.each(['brazil', 'egypt'] as const)('of %s is in no record and no violation', (variant) => {
    const { headers, body } = sample('request', variant);
    const payIn = { request: { headers, body }, response: sample('response', variant) };
    const notified = { ...sample('callback', variant), receivedAt: '2026-11-19T13:05:03Z' };
    Object.assign(notified.body, { payer: { name: 'Mona Ali', phone: '01001234567', email: 'm@x.eg' } });
    for (const record of [payIn, notified]) {
      const kept = inWords(normaliseLine(JSON.stringify(record), SETTINGS));
      expect(kept).toContain('M0001234');
      for (const text of data) expect(kept).not.toContain(text);
    }
  });

  it('that breaks a rule is told by its shape alone', () => {
    const { headers, body } = sample('request', 'brazil');
    const request = { headers, body: { ...body, payer: { pixAccount: '5299822472X' } } };
    const kept = inWords(normaliseLine(JSON.stringify({ request }), SETTINGS));
    expect(kept).toContain('11 or 14 digits');
    expect(kept).not.toContain('5299822472X');
  });
});

describe('the times of a pay-in', () => {
  const base = { orderNo: 'A00001', merchant: { merchantId: 'M1' }, money: { currency: 'BRL' } };
  const read = (record: object) => payIn(normaliseLine(JSON.stringify(record), SETTINGS));
  const header = { 'X-TIMESTAMP': '2026-11-19T10:00:00-03:00' };
  const response = { body: { code: '00', transactionTime: '2026-11-19T10:00:05-03:00' } };
  const seconds = (text: string) => ({ seconds: Date.parse(text) / 1000, micros: 0 });

  it('requested_at is X-TIMESTAMP, else sentAt, else the time of the answer', () => {
    const sentAt = '2026-11-19T13:00:02Z';
    expect(read({ sentAt, request: { headers: header, body: base }, response }).requestedAt).toEqual(
      seconds('2026-11-19T13:00:00Z'),
    );
    expect(read({ sentAt, request: { body: base }, response }).requestedAt).toEqual(seconds(sentAt));
    expect(read({ request: { body: base }, response }).requestedAt).toEqual(seconds('2026-11-19T13:00:05Z'));
  });

  it('created_at is the time of the answer, else requested_at; expires_at is an hour later', () => {
    const answered = read({ request: { headers: header, body: base }, response });
    expect(answered.createdAt).toEqual(seconds('2026-11-19T13:00:05Z'));
    expect(answered.expiresAt).toEqual(seconds('2026-11-19T14:00:05Z'));
    const unanswered = read({ request: { headers: header, body: base } });
    expect(unanswered.createdAt).toEqual(seconds('2026-11-19T13:00:00Z'));
    expect(unanswered.expiresAt).toEqual(seconds('2026-11-19T14:00:00Z'));
  });

  it('sentAt without an offset is in the zone of the logs', () => {
    const settings = parseSettings({ logs: { zone: 'Africa/Cairo' } });
    const line = JSON.stringify({ sentAt: '2026-11-19T15:00:00', request: { body: base } });
    expect(payIn(normaliseLine(line, SETTINGS)).requestedAt).toEqual(seconds('2026-11-19T15:00:00Z'));
    expect(payIn(normaliseLine(line, settings)).requestedAt).toEqual(seconds('2026-11-19T13:00:00Z'));
  });

  it('an answer without a code is none', () => {
    const { hasResponse, createdAt } = read({
      request: { headers: header, body: base },
      response: { body: { transactionTime: '2026-11-19T10:00:05-03:00' } },
    });
    expect(hasResponse).toBe(false);
    expect(createdAt).toEqual(seconds('2026-11-19T13:00:00Z'));
  });
});

function payIn(normalised: Normalised): PayInRecord {
  if (normalised.kind !== 'pay-in') throw new Error(`not a pay-in but ${normalised.kind}`);
  return normalised.record;
}

function callback(normalised: Normalised): CallbackRecord {
  if (normalised.kind !== 'callback') throw new Error(`not a callback but ${normalised.kind}`);
  return normalised.record;
}

function inWords(normalised: Normalised): string {
  return JSON.stringify(normalised, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
}
