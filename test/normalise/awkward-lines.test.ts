import { describe, expect, it } from 'vitest';
import {
  payInLine as capturedCall,
  callbackLine as capturedLine,
  type LoggedBody,
  loggedBody,
} from '../../src/capture/message-record.ts';
import { formatInstant } from '../../src/normalise/instant.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { readEpoch } from '../../src/normalise/read-time.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { CALLBACK } from '../capture/served-capture.ts';
import { callbackLine, payInLine } from '../support/records.ts';

const DEFAULTS = parseSettings({});
const PLAIN = normaliseLine(callbackLine(), DEFAULTS);

describe('a line with something before its JSON', () => {
  const lines = [
    '2026-11-19T13:06:02Z INFO ',
    '[2026-11-19 13:06:02] callback received: ',
    'Nov 19 13:06:02 shop-1 app[77]: ',
    '',
  ].map((prefix) => `${prefix}${callbackLine()}`);

  it.each(lines)('is read as the JSON is, with logs.prefix: any', (line) => {
    expect(normaliseLine(line, parseSettings({ logs: { prefix: 'any' } }))).toEqual(PLAIN);
  });

  it('is read by a regular expression where the prefix holds a brace; a line without prefix too', () => {
    const settings = parseSettings({ logs: { prefix: '\\S+ \\{\\w+\\} ' } });
    expect(normaliseLine(`12:00 {app} ${callbackLine()}`, settings)).toEqual(PLAIN);
    expect(normaliseLine(callbackLine(), settings)).toEqual(PLAIN);
  });

  it('is rejected without the setting, and where no JSON follows, at the column of the line', () => {
    expect(normaliseLine(lines[0]!, DEFAULTS)).toMatchObject({ rejection: { reason: 'not_json' } });
    const cut = normaliseLine('INFO {"body":', parseSettings({ logs: { prefix: 'any' } }));
    expect(cut).toMatchObject({ rejection: { reason: 'not_json', detail: 'at column 14' } });
    const none = normaliseLine('INFO started', parseSettings({ logs: { prefix: 'any' } }));
    expect(none).toMatchObject({ rejection: { reason: 'not_json', detail: 'at column 1' } });
  });
});

describe('a record that a logger wrapped', () => {
  const settings = parseSettings({ logs: { field: 'msg.record' } });

  it.each([
    ['as an object', JSON.stringify({ level: 30, msg: { record: JSON.parse(callbackLine()) } })],
    ['as text', JSON.stringify({ level: 30, msg: { record: callbackLine() } })],
    ['not at all', callbackLine()],
  ])('is found in the field of logs.field: %s', (_name, line) => {
    expect(normaliseLine(line, settings)).toEqual(PLAIN);
  });

  it.each(['body', 'body.money', 'request', 'request.body', 'response'])(
    'is not looked for in the field %s of a line that capture wrote',
    (field) => {
      const within = parseSettings({ logs: { field } });
      const message = { headers: '{}', body: loggedBody(Buffer.from(CALLBACK), false) as LoggedBody };
      const at = '2026-11-20T12:00:01Z';
      const call = { sentAt: at, request: message };
      for (const line of [
        capturedLine({ ...message, receivedAt: at, ack: 'SUCCESS', verified: false }),
        capturedLine({ ...message, receivedAt: at, ack: 'SUCCESS', verified: undefined }),
        capturedCall(call),
        capturedCall({ ...call, response: { ...message, status: 200 } }),
        JSON.stringify({ ...JSON.parse(callbackLine()), verified: false }),
      ]) {
        expect(normaliseLine(line, within), line).toEqual(normaliseLine(line, DEFAULTS));
      }
      const wrapped = JSON.stringify({ receivedAt: at, [field.split('.')[0]!]: callbackLine() });
      if (!field.includes('.')) expect(normaliseLine(wrapped, within)).toEqual(PLAIN);
    },
  );

  it('is found where the line is a JSON string', () => {
    expect(normaliseLine(JSON.stringify(callbackLine()), DEFAULTS)).toEqual(PLAIN);
  });

  it('keeps numbers as they were spelled, through any number of wrappings', () => {
    const odd = callbackLine({ amount: '2e4' });
    const record = { record: { amountText: '2e4', amountMinor: 20000n } };
    expect(normaliseLine(JSON.stringify(odd), DEFAULTS)).toMatchObject(record);
    const escaped = odd.replace(
      /"body":(\{.*\}),"ack"/,
      (_all, body) => `"body":${JSON.stringify(body)},"ack"`,
    );
    expect(escaped).toContain('\\"orderNo\\"');
    expect(normaliseLine(escaped, DEFAULTS)).toMatchObject(record);
    expect(
      normaliseLine(JSON.stringify({ msg: { record: JSON.stringify(escaped) } }), settings),
    ).toMatchObject({
      rejection: { reason: 'unknown_kind' },
    });
  });

  it('may have an empty key, which is no field of the logger', () => {
    const { body, ...rest } = JSON.parse(callbackLine());
    expect(normaliseLine(JSON.stringify({ '': { request: {} }, ...rest, body }), DEFAULTS)).toEqual(PLAIN);
  });

  it('is none where the line is a text that is no JSON', () => {
    const expected = { rejection: { reason: 'unknown_kind', detail: 'no JSON object' } };
    for (const line of ['"started"', '""', '"{"'])
      expect(normaliseLine(line, DEFAULTS)).toMatchObject(expected);
    expect(normaliseLine('"started"', settings)).toMatchObject(expected);
  });

  it('is rejected where the field holds broken JSON', () => {
    const line = JSON.stringify({ msg: { record: callbackLine().slice(0, 50) } });
    expect(normaliseLine(line, settings)).toMatchObject({ rejection: { reason: 'not_json' } });
  });
});

describe('messages as escaped JSON text', () => {
  const text = (value: unknown) => JSON.stringify(value);

  it('are read as the objects that they are: a callback’s body and headers', () => {
    const { body, headers, ...rest } = JSON.parse(callbackLine());
    const line = text({ ...rest, headers: text(headers), body: text(body) });
    expect(normaliseLine(line, DEFAULTS)).toEqual(PLAIN);
  });

  it('and a call’s request and response, whole or in parts', () => {
    const plain = normaliseLine(payInLine(), DEFAULTS);
    const { request, response, ...rest } = JSON.parse(payInLine());
    expect(
      normaliseLine(text({ ...rest, request: text(request), response: text(response) }), DEFAULTS),
    ).toEqual(plain);
    const parts = {
      request: { ...request, body: text(request.body) },
      response: { ...response, body: text(response.body), headers: text(response.headers) },
    };
    expect(normaliseLine(text({ ...rest, ...parts }), DEFAULTS)).toEqual(plain);
  });

  it('may repeat a key, which is told; and a body that is no JSON is none', () => {
    const twice = {
      receivedAt: '2026-11-19T13:06:02Z',
      body: '{"orderNo":"A00001","orderNo":"A00002","merchantId":"M"}',
    };
    expect(normaliseLine(text(twice), DEFAULTS)).toMatchObject({
      record: { orderNo: 'A00002' },
      violations: expect.arrayContaining([
        { field: 'body.orderNo', rule: 'each key once in an object', shape: 'repeated' },
      ]),
    });
    const timedOut = {
      ...JSON.parse(payInLine()),
      response: { status: 502, body: '<html>Bad gateway</html>' },
    };
    expect(normaliseLine(text(timedOut), DEFAULTS)).toMatchObject({ record: { hasResponse: false } });
  });
});

describe('a count of seconds or milliseconds', () => {
  it.each([
    ['1763557500', '2025-11-19 13:05:00+00'],
    ['1763557500.25', '2025-11-19 13:05:00.250000+00'],
    ['1763557500123', '2025-11-19 13:05:00.123000+00'],
    ['1763557500123.4567', '2025-11-19 13:05:00.123456+00'],
    ['1.763557500123e12', '2025-11-19 13:05:00.123000+00'],
    ['1000000000', '2001-09-09 01:46:40+00'],
    ['9999999999999', '2286-11-20 17:46:39.999000+00'],
  ])('%s is %s', (text, instant) => {
    expect(formatInstant(readEpoch(text)!)).toBe(instant);
  });

  it.each([
    '',
    '0',
    '-1763557500',
    '999999999',
    '20261119130500',
    '202611191305',
    '17635575001234567',
    '12:00',
    '1e400',
  ])('is not %j', (text) => {
    expect(readEpoch(text)).toBeUndefined();
  });

  it('is read where a merchant’s own clock stands, as number or text, and nowhere else', () => {
    for (const at of [1795093562, '1795093562', 1795093562000]) {
      const line = JSON.stringify({ ...JSON.parse(callbackLine()), receivedAt: at });
      expect(normaliseLine(line, DEFAULTS)).toMatchObject({
        record: { receivedAtText: String(at), receivedAt: { seconds: 1795093562 }, timeFlags: [] },
      });
    }
    const record = JSON.parse(callbackLine());
    record.body.transactionTime = '1795093562';
    expect(normaliseLine(JSON.stringify(record), DEFAULTS)).toMatchObject({
      record: { completedAt: undefined, timeFlags: ['TIME_UNREADABLE'] },
    });
  });
});

describe('the merchant’s verdict on a signature', () => {
  const withVerdict = (verified: unknown) =>
    normaliseLine(JSON.stringify({ ...JSON.parse(callbackLine()), verified }), DEFAULTS);
  const flagged = expect.objectContaining({ field: 'verified', rule: 'true or false' });

  it.each([true, 1, 'true', 'T', 'yes', 'Y', 'Sim', 's', 'VERDADEIRO'])('is true as %j', (verdict) => {
    expect(withVerdict(verdict)).toMatchObject({ record: { verified: true } });
  });

  it.each([false, 0, 'FALSE', 'f', 'no', 'N', 'Não', 'nao', 'falso'])('is false as %j', (verdict) => {
    const found = withVerdict(verdict);
    expect(found).toMatchObject({ record: { verified: false } });
    expect(found).not.toMatchObject({ violations: expect.arrayContaining([flagged]) });
  });

  it.each([null, ''])('is absent as %j', (verdict) => {
    const found = withVerdict(verdict);
    expect(found).toMatchObject({ record: { verified: undefined } });
    expect(found).not.toMatchObject({ violations: expect.arrayContaining([flagged]) });
  });

  it('is told by its shape where it cannot be understood', () => {
    const violation = { field: 'verified', rule: 'true or false', shape: 'string of 7 characters' };
    expect(withVerdict('invalid')).toMatchObject({ violations: expect.arrayContaining([violation]) });
  });

  it.each(['invalid', 2, {}, []])(
    'counts as false where it cannot be understood, and is told: %j',
    (verdict) => {
      expect(withVerdict(verdict)).toMatchObject({
        record: { verified: false },
        violations: expect.arrayContaining([flagged]),
      });
    },
  );
});
