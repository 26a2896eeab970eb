import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callbackLine,
  headersJson,
  type LoggedBody,
  loggedBody,
  payInLine,
} from '../../src/capture/message-record.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { sample } from '../contract/samples.ts';
import { payerObject } from './payer-json.ts';

const AT = '2026-11-19T13:06:02.125Z';
const SETTINGS = parseSettings({});

function logged(text: string, keepPayer = false): LoggedBody {
  const body = loggedBody(Buffer.from(text), keepPayer);
  if ('wrong' in body) throw new Error(body.wrong);
  return body;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The text of a body, from what the log has of it. */
function restored({ json, lineBreaks }: Pick<LoggedBody, 'json' | 'lineBreaks'>): string {
  const units = json.split('');
  for (const at of lineBreaks?.lf ?? []) units[at] = '\n';
  for (const at of lineBreaks?.cr ?? []) units[at] = '\r';
  return units.join('');
}

describe('a body', () => {
  it.each([
    ['no UTF-8', Buffer.from('{"name":"Jo\xe3o"}', 'latin1'), 'the body is not UTF-8'],
    ['half a character', Buffer.from('{"a":"é"}').subarray(0, 7), 'the body is not UTF-8'],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le').subarray(1), 'the body is not JSON'],
    ['nothing', Buffer.alloc(0), 'the body is not JSON'],
    ['half an object', Buffer.from('{"a":1'), 'the body is not JSON'],
    ['two objects', Buffer.from('{}\n{}'), 'the body is not JSON'],
    ['with a byte order mark', Buffer.from('\ufeff{}'), 'the body is not JSON'],
    ['a form', Buffer.from('orderNo=ORDER1'), 'the body is not JSON'],
    ['a list', Buffer.from('[{}]'), 'the body is JSON, but no object'],
    ['null', Buffer.from('null'), 'the body is JSON, but no object'],
    ['a text', Buffer.from('"SUCCESS"'), 'the body is JSON, but no object'],
  ])('that is %s is refused', (_what, bytes, wrong) => {
    expect(loggedBody(bytes, false)).toEqual({ wrong });
  });

  it('keeps its exact text where the payer is kept', () => {
    fc.assert(
      fc.property(payerObject, ({ text }) => {
        const body = logged(text, true);
        expect(body.json).not.toMatch(/[\n\r]/);
        expect(restored(body)).toBe(text);
        expect(body.sha256).toBe(sha256(restored(body)));
      }),
    );
  });

  it('keeps everything but the payer otherwise, with the digest of the exact bytes', () => {
    fc.assert(
      fc.property(payerObject, ({ text, masked }) => {
        const body = logged(text);
        expect(body.json).not.toMatch(/[\n\r]/);
        expect(restored(body)).toBe(masked);
        expect(body.sha256).toBe(sha256(text));
      }),
    );
  });

  it('without a line break has no positions of line breaks', () => {
    expect(logged('{"a":"\\n"}').lineBreaks).toBeUndefined();
    expect(logged('{\r\n"a": 1 }').lineBreaks).toEqual({ lf: [2], cr: [1] });
  });
});

describe('headers', () => {
  const headersOf = (...rawHeaders: string[]) => JSON.parse(headersJson({ rawHeaders }));

  it('are logged as they came, several of one name as a list', () => {
    expect(headersOf('X-TIMESTAMP', 'a', 'x-one', '1', 'x-one', '2', 'x-one', '3', 'X-One', '4')).toEqual({
      ...{ 'X-TIMESTAMP': 'a', 'x-one': ['1', '2', '3'], 'X-One': '4' },
    });
    expect(headersJson({ rawHeaders: ['__proto__', 'a', '2', 'b'] })).toBe('{"2":"b","__proto__":"a"}');
  });

  it('that give access to something are not logged', () => {
    expect(
      headersOf('Authorization', 'Bearer x', 'COOKIE', 'a=b', 'Set-Cookie', 'c', 'X-SIGNATURE', 's'),
    ).toEqual({ 'X-SIGNATURE': 's' });
  });
});

describe('a line of the log', () => {
  it('of a callback has its parts in a fixed order', () => {
    const body = logged('{"orderNo":"A00001",\n"payer":{"name":"Ana"}}');
    const line = callbackLine({ receivedAt: AT, headers: '{"A":"b"}', body, ack: 'SUCCESS', verified: true });
    expect(line).toBe(
      `{"receivedAt":"${AT}","headers":{"A":"b"},"body":{"orderNo":"A00001", "payer":{"name":"xxx"}},` +
        `"ack":"SUCCESS","verified":true,"bodySha256":"${body.sha256}","lineBreaks":{"lf":[20],"cr":[]}}\n`,
    );
    const plain = { receivedAt: AT, headers: '{}', body: logged('{}'), ack: '"', verified: undefined };
    expect(callbackLine(plain)).toBe(
      `{"receivedAt":"${AT}","headers":{},"body":{},"ack":"\\"","bodySha256":"${plain.body.sha256}"}\n`,
    );
  });

  it('of a call has its response where there is one', () => {
    const request = { headers: '{}', body: logged('{"a":1}') };
    const asked = `"request":{"headers":{},"body":{"a":1},"bodySha256":"${request.body.sha256}"}`;
    expect(payInLine({ sentAt: AT, request })).toBe(`{"sentAt":"${AT}",${asked}}\n`);
    const response = { status: 502, headers: '{"B":"c"}', body: logged('{"code":\r"9"}') };
    expect(payInLine({ sentAt: AT, request, response })).toBe(
      `{"sentAt":"${AT}",${asked},"response":{"status":502,"headers":{"B":"c"},"body":{"code": "9"},` +
        `"bodySha256":"${response.body.sha256}","lineBreaks":{"lf":[],"cr":[8]}}}\n`,
    );
  });

  it('is one line of JSON, whatever was sent', () => {
    const value = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(payerObject, fc.array(value, { minLength: 2, maxLength: 2 }), ({ text }, rawHeaders) => {
        const headers = headersJson({ rawHeaders });
        const line = callbackLine({
          receivedAt: AT,
          headers,
          body: logged(text),
          ack: 'SUCCESS',
          verified: false,
        });
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(JSON.parse(line)).toMatchObject({ receivedAt: AT, verified: false });
      }),
    );
  });

  it('is read by ingest like the message itself', () => {
    for (const variant of ['brazil', 'egypt'] as const) {
      const { headers, body } = sample('callback', variant);
      headers['X-SIGNATURE'] = 's';
      const exact = `{"receivedAt":"${AT}","headers":${JSON.stringify(headers)},"body":${JSON.stringify(body)},"ack":"SUCCESS"}`;
      const rawHeaders = Object.entries(headers).flat().map(String);
      const captured = callbackLine({
        ...{ receivedAt: AT, headers: headersJson({ rawHeaders }), ack: 'SUCCESS', verified: undefined },
        body: logged(JSON.stringify(body, undefined, 2)),
      });
      expect(normaliseLine(captured, SETTINGS)).toEqual(normaliseLine(exact, SETTINGS));
      expect(normaliseLine(captured, SETTINGS)).toMatchObject({ kind: 'callback', violations: [] });
      const [asked, answered] = [sample('request', variant), sample('response', variant)];
      const side = (one: typeof asked) => ({
        headers: JSON.stringify(one.headers),
        body: logged(JSON.stringify(one.body)),
      });
      const call = payInLine({
        sentAt: AT,
        request: side(asked),
        response: { status: 200, ...side(answered) },
      });
      const whole = JSON.stringify({ sentAt: AT, request: asked, response: { status: 200, ...answered } });
      expect(normaliseLine(call, SETTINGS)).toEqual(normaliseLine(whole, SETTINGS));
      expect(normaliseLine(call, SETTINGS)).toMatchObject({ kind: 'pay-in', violations: [] });
    }
  });
});
