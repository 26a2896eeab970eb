import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../src/normalise/instant.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import type { CallbackRecord, Normalised } from '../../src/normalise/record.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { callbackLine } from '../support/records.ts';

const SETTINGS = parseSettings({});
const normalise = (record: object, settings = SETTINGS) => normaliseLine(JSON.stringify(record), settings);

const BODY = { orderNo: 'A00001', merchantId: 'M1', money: { currency: 'BRL', amount: 20000 } };
const RECEIVED = '2026-11-19T13:06:02Z';

describe('a callback record', () => {
  it('is kept by the digest that it always had', () => {
    expect(callback(normaliseLine(callbackLine(), SETTINGS)).digest).toBe('ff4c9cfa9f522d47ccbeb0d728ff38f5');
    const bare = { receivedAt: RECEIVED, body: { orderNo: 'A00001', merchantId: 'M1' } };
    expect(callback(normalise(bare)).digest).toBe('7102165cdfbedde1d337762a6b6e373d');
  });

  it('may be a body by itself, also beside empty fields', () => {
    const body = { ...BODY, transactionTime: '2026-11-19T10:06:00' };
    const alone = callback(normalise(body));
    expect(alone).toMatchObject({ orderNo: 'A00001', merchantId: 'M1', receivedAtText: undefined });
    expect(callback(normalise({ ...body, body: null, receivedAt: '', headers: null }))).toEqual(alone);
    expect(callback(normalise({ ...body, body: '', request: null, response: '' }))).toEqual(alone);
    // Fields around a body by itself are those of no record.
    expect(callback(normalise({ ...body, receivedAt: RECEIVED, ack: 'SUCCESS', verified: true }))).toEqual(
      alone,
    );
  });

  it('is wrapped where it has a body, whatever else it has', () => {
    const wrapped = { ...BODY, orderNo: 'A00002', receivedAt: RECEIVED, body: BODY };
    expect(callback(normalise(wrapped))).toMatchObject({ orderNo: 'A00001', receivedAtText: RECEIVED });
    expect(normalise({ ...BODY, receivedAt: RECEIVED, body: 'text' })).toMatchObject({
      rejection: { reason: 'no_order_no', detail: 'absent, empty or no text' },
    });
    expect(normalise({ receivedAt: RECEIVED, body: { ...BODY, merchantId: null } })).toMatchObject({
      rejection: { reason: 'no_merchant_id', detail: 'absent, empty or no text' },
    });
  });

  it('keeps its acknowledgement whatever that is', () => {
    const ack = (value: unknown) => callback(normalise({ receivedAt: RECEIVED, body: BODY, ack: value })).ack;
    expect(ack('SUCCESS')).toBe('SUCCESS');
    expect(ack(false)).toBe('false');
    expect(ack({ code: 200 })).toBe('{"code":200}');
    expect(ack('')).toBeUndefined();
  });
});

describe('the times of a callback', () => {
  const times = (record: object, settings = SETTINGS) => {
    const found = callback(normalise(record, settings));
    const { completedAt, receivedAt, loggedAt, offsetSource, completedImpossible, timeFlags } = found;
    const shown = [completedAt, receivedAt, loggedAt].map((one) => one && formatInstant(one).slice(11, 19));
    return [...shown, offsetSource, completedImpossible, timeFlags];
  };
  const header = (text: string) => ({ 'X-TIMESTAMP': text });
  const body = (transactionTime?: string) => ({ ...BODY, transactionTime });
  const day = '2026-11-19T';

  it.each([
    // [receivedAt, X-TIMESTAMP, transactionTime, completed, received, key, source, impossible, flags]
    [
      `${day}13:06:02Z`,
      `${day}10:06:01-03:00`,
      `${day}10:06:00-03:00`,
      '13:06:00',
      '13:06:02',
      '13:06:02',
      'explicit',
      false,
      [],
    ],
    [
      `${day}13:06:02Z`,
      `${day}10:06:01-03:00`,
      `${day}10:06:00`,
      '13:06:00',
      '13:06:02',
      '13:06:02',
      'region',
      false,
      [],
    ],
    // By the zone three hours after it was received; by the header, or by UTC, in time.
    [
      `${day}13:06:02Z`,
      `${day}15:06:01+02:00`,
      `${day}15:06:00`,
      '13:06:00',
      '13:06:02',
      '13:06:02',
      'header',
      false,
      ['OFFSET_DISAGREES'],
    ],
    [
      `${day}13:06:02Z`,
      undefined,
      `${day}13:06:00`,
      '13:06:00',
      '13:06:02',
      '13:06:02',
      'utc',
      false,
      ['OFFSET_DISAGREES'],
    ],
    [
      undefined,
      `${day}10:06:01-03:00`,
      `${day}13:06:00`,
      '13:06:00',
      '13:06:01',
      '13:06:01',
      'utc',
      false,
      ['OFFSET_DISAGREES'],
    ],
    [`${day}13:06:02Z`, undefined, `${day}15:06:00`, '18:06:00', '13:06:02', '13:06:02', 'region', true, []],
    [
      `${day}13:06:02Z`,
      undefined,
      `${day}13:11:03Z`,
      '13:11:03',
      '13:06:02',
      '13:06:02',
      'explicit',
      true,
      [],
    ],
    [
      `${day}13:06:02Z`,
      undefined,
      `${day}13:11:02Z`,
      '13:11:02',
      '13:06:02',
      '13:06:02',
      'explicit',
      false,
      [],
    ],
    // Without receivedAt: X-TIMESTAMP, read by the region's clock, else transactionTime.
    [undefined, `${day}10:06:01`, `${day}10:06:00`, '13:06:00', '13:06:01', '10:06:01', 'region', false, []],
    [
      undefined,
      `${day}10:06:01-03:00`,
      undefined,
      undefined,
      '13:06:01',
      '13:06:01',
      'none',
      false,
      ['TIME_UNREADABLE'],
    ],
    [
      undefined,
      'noon',
      `${day}10:06:00`,
      '13:06:00',
      '13:06:00',
      '10:06:00',
      'region',
      false,
      ['TIME_UNREADABLE'],
    ],
    [undefined, undefined, `${day}10:06:00`, '13:06:00', '13:06:00', '10:06:00', 'region', false, []],
    [
      'noon',
      `${day}10:06:01`,
      undefined,
      undefined,
      '13:06:01',
      '10:06:01',
      'none',
      false,
      ['TIME_UNREADABLE'],
    ],
    // A header that cannot be read matters only where it is needed.
    [`${day}13:06:02Z`, 'noon', `${day}10:06:00`, '13:06:00', '13:06:02', '13:06:02', 'region', false, []],
    [
      '1795093562',
      undefined,
      undefined,
      undefined,
      '13:06:02',
      '13:06:02',
      'none',
      false,
      ['TIME_UNREADABLE'],
    ],
  ])('received %s, stamped %s, completed %s', (received, stamp, completed, ...expected) => {
    const headers = stamp === undefined ? undefined : header(stamp);
    expect(times({ receivedAt: received, headers, body: body(completed) })).toEqual(expected);
  });

  it('are in the zone of the logs and of the region that the settings say', () => {
    const record = { receivedAt: '2026-11-19T15:06:02', body: body('2026-11-19T10:06:00') };
    expect(times(record, parseSettings({ logs: { zone: 'Africa/Cairo' } })).slice(0, 3)).toEqual([
      '13:06:00',
      '13:06:02',
      '15:06:02',
    ]);
    const egypt = { ...record, body: { ...record.body, money: { currency: 'EGP', amount: 1 } } };
    expect(times(egypt).slice(0, 1)).toEqual(['08:06:00']);
  });

  it('may be wrong by as much as the clocks may differ', () => {
    const record = { receivedAt: RECEIVED, body: body('2026-11-19T13:06:33Z') };
    expect(times(record)[4]).toBe(false);
    expect(times(record, parseSettings({ allowedSkewSeconds: 30 }))[4]).toBe(true);
  });

  it('must be one at least', () => {
    const missing = 'neither receivedAt, nor X-TIMESTAMP, nor transactionTime';
    for (const [record, found] of [
      [{ body: BODY }, ''],
      [
        { body: body('noon'), headers: header('noon'), receivedAt: 'noon' },
        '; not readable as a time: receivedAt, X-TIMESTAMP, transactionTime',
      ],
      [{ body: body('noon') }, '; not readable as a time: transactionTime'],
      [{ body: body(''), headers: { 'X-SIGNATURE': 'x' }, receivedAt: null }, ''],
    ] as const) {
      expect(normalise(record)).toEqual({
        kind: 'rejected',
        rejection: { reason: 'no_time', detail: `${missing}${found}` },
      });
    }
  });
});

function callback(normalised: Normalised): CallbackRecord {
  if (normalised.kind !== 'callback') throw new Error(JSON.stringify(normalised));
  return normalised.record;
}
