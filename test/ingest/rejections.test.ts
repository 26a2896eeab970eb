import { expect, it } from 'vitest';
import { REJECTIONS, type RejectionReason } from '../../src/normalise/rejection.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { counts, read, rejects, write } from './reading.ts';

const LIMIT = 2048;
const settings = parseSettings({ ingest: { maxLineBytes: LIMIT } });
const nested = (depth: number) => `{"body":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

/** A line, why it belongs to no order, and what is said of it. */
const CASES: ReadonlyArray<readonly [RejectionReason, string | Uint8Array, RegExp]> = [
  ['not_json', payInLine().slice(0, 100), /^at column 101$/],
  ['not_json', '{"body":{"orderNo":NaN}}', /^at column 20$/],
  ['not_json', `${callbackLine()}\r${callbackLine()}`, /^at column \d+$/],
  ['not_json', `\ufeff${callbackLine()}`, /^at column 1$/],
  ['not_json', `{"body":{"orderNo":"a\tb"}}`, /^at column 22$/],
  ['not_json', 'plain text', /./],
  ['not_utf8', Buffer.from('{"body":{"orderNo":"São"}}', 'latin1'), /^26 bytes$/],
  ['not_utf8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /^5 bytes$/],
  ['line_too_long', JSON.stringify({ body: 'x'.repeat(LIMIT) }), /^more than 2048 bytes$/],
  ['too_deep', nested(65), /^at column \d+$/],
  ['unknown_kind', '[]', /^no JSON object$/],
  ['unknown_kind', 'null', /^no JSON object$/],
  ['unknown_kind', '"text"', /^no JSON object$/],
  ['unknown_kind', '{"orderNo":"ORDER00001"}', /^an object without request, response, body or merchantId$/],
  ['unknown_kind', '{"response":{"body":{"orderNo":"ORDER00001"}}}', /^a response without code, alone$/],
  ['no_order_no', '{"response":{"body":{"code":"00"}}}', /^absent, empty or no text$/],
  [
    'no_time',
    '{"response":{"body":{"code":"00","orderNo":"ORDER00001","merchant":{"merchantId":"M1"}}}}',
    /^neither receivedAt, nor X-TIMESTAMP, nor transactionTime of the response$/,
  ],
  ['no_order_no', payInLine({ orderNo: null }), /^absent, empty or no text$/],
  ['no_order_no', callbackLine({ orderNo: '' }), /^absent, empty or no text$/],
  ['no_order_no', callbackLine({ orderNo: { a: 1 } }), /^absent, empty or no text$/],
  [
    'no_order_no',
    callbackLine({ orderNo: 'x'.repeat(1001) }),
    /^text of 1001 characters, at most 1000 bytes$/,
  ],
  ['no_order_no', '{"body":null}', /^absent, empty or no text$/],
  ['no_merchant_id', callbackLine({ merchantId: null }), /^absent, empty or no text$/],
  [
    'no_merchant_id',
    callbackLine({ merchantId: 'x'.repeat(1001) }),
    /^text of 1001 characters, at most 1000 bytes$/,
  ],
  ['no_merchant_id', '{"request":{"body":{"orderNo":"ORDER00001"}}}', /^absent, empty or no text$/],
  ['no_statement_key', '{"statement":{"gross":1}}', /^no order_no, trade_no or payout_id$/],
  [
    'no_statement_key',
    `{"statement":{"order_no":"${'x'.repeat(1001)}"}}`,
    /^an identifier of 1001 characters, at most 1000 bytes$/,
  ],
  ['no_statement_time', '{"statement":{"order_no":"P1"}}', /^neither completed_at nor settled_on$/],
  [
    'no_statement_time',
    '{"statement":{"order_no":"P1","completed_at":"2026-11-20"}}',
    /^completed_at is a date without a time, which only settled_on may be$/,
  ],
  [
    'no_statement_time',
    '{"statement":{"order_no":"P1","completed_at":"soon","settled_on":"2026-02-30"}}',
    /^completed_at is no time, and settled_on no date$/,
  ],
  ['no_statement_time', '{"bank":{"amount":1,"booked_on":"2026-02-30"}}', /^no booked_on$/],
  ['no_time', '{"merchantId":"M1","orderNo":"ORDER00001"}', /^neither receivedAt, nor X-TIMESTAMP/],
  ['no_time', '{"merchantId":"M1","orderNo":"ORDER00001","transactionTime":"soon"}', /^neither receivedAt/],
  [
    'no_time',
    '{"request":{"body":{"orderNo":"ORDER00001","merchant":{"merchantId":"M1"}}}}',
    /^neither X-TIMESTAMP of the request, nor sentAt/,
  ],
];

it('every reason has a case here', () => {
  // Only a row of a table can be these: test/ingest/csv/tables.test.ts, test/ingest/workbook/workbooks.test.ts.
  const ofTables = ['bad_row', 'digits_lost'];
  const ofLines = Object.keys(REJECTIONS).filter((reason) => !ofTables.includes(reason));
  expect([...new Set(CASES.map(([reason]) => reason))].sort()).toEqual(ofLines.sort());
});

onEngines('a line that belongs to no order', (engine) => {
  it('is kept with file, line and reason, and what stands around it is read', async () => {
    const store = await engine.emptied();
    const good = (index: number) => callbackLine({ orderNo: `GOOD${index}` });
    const content = CASES.flatMap(([, line], index) => [
      Buffer.from(`${good(index)}\n`),
      Buffer.from(line),
      Buffer.from('\n'),
    ]);
    const path = write(temporaryFolder(), 'mixed.log', Buffer.concat(content));
    const [result] = await read(store, [path], { settings });
    expect(await rejects(store)).toEqual(
      CASES.map(([reason, , detail], index) => ({
        name: path,
        line: String(index * 2 + 2),
        reason,
        detail: expect.stringMatching(detail),
      })),
    );
    expect(counts(result!)).toBe(`${CASES.length * 2} = ${CASES.length} + 0 + ${CASES.length}`);
  });

  it('is counted as a line of the file, blank lines too', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.log', `\n \t\r\n${callbackLine()}\n\n{}\n`);
    const [result] = await read(store, [path]);
    expect(counts(result!)).toBe('2 = 1 + 0 + 1');
    expect(await rejects(store)).toMatchObject([{ line: '5', reason: 'unknown_kind' }]);
  });

  it('depends on the kind that the command forces', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const path = write(folder, 'a.log', `${callbackLine()}\n${payInLine()}\n`);
    const [asPayIns] = await read(store, [path], { kind: 'pay-in' });
    expect(counts(asPayIns!)).toBe('2 = 1 + 0 + 1');
    const [asCallbacks] = await read(store, [path], { kind: 'callback' });
    expect(counts(asCallbacks!)).toBe('2 = 1 + 0 + 1');
    const [byShape] = await read(store, [path]);
    expect(counts(byShape!)).toBe('2 = 0 + 2 + 0');
  });
});
