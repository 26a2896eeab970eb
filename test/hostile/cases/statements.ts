import type { FileCase, FileResult } from '../case.ts';

const OFX_HEAD = 'OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n\n';
const document = (rows: string) =>
  `<OFX><STMTRS><CURDEF>BRL<BANKTRANLIST>${rows}</BANKTRANLIST></STMTRS></OFX>`;
let number = 0;
const row = (more = '') =>
  `<STMTTRN><DTPOSTED>20261119<TRNAMT>1.00<FITID>H${String(number++)}<MEMO>PO ${more}</STMTTRN>`;
const ONE: FileResult = { counts: '1 = 1 + 0 + 0' };
const BROKEN: FileResult = { fault: 'SOURCE_BROKEN' };
const timeless = (line = 1): FileResult => ({
  counts: '1 = 0 + 0 + 1',
  rejected: { [line]: 'no_statement_time' },
});

const OFX: ReadonlyArray<readonly [name: string, content: string | Uint8Array, is: FileResult]> = [
  ['older form', OFX_HEAD + document(row()), ONE],
  ['without a head', document(row()), ONE],
  ['a byte order mark', `\ufeff${document(row())}`, ONE],
  ['a charset that is none', OFX_HEAD.replace('1252', 'klingon') + document(row()), ONE],
  ['in small letters', document(row()).toLowerCase(), ONE],
  [
    'bytes that are no text',
    Buffer.concat([Buffer.from(OFX_HEAD + document(row('\x00')).slice(0, -6)), Buffer.from('</OFX>')]),
    ONE,
  ],
  [
    'a billion laughs',
    `<?xml version="1.0"?><!DOCTYPE OFX [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${document(row('&b;'))}`.replace(
      '<!DOCTYPE',
      '<?OFX OFXHEADER="200"?><!DOCTYPE',
    ),
    ONE,
  ],
  ['an entity beyond Unicode', document(row('&#1114112; &#xD800; &#0;')), ONE],
  ['a comment with tags', document(`<!-- <STMTTRN> -->${row()}`), ONE],
  ['CDATA with tags', document(row('<![CDATA[</OFX><STMTTRN>]]>')), ONE],
  ['no end', OFX_HEAD + document(row()).replace('</OFX>', ''), BROKEN],
  ['a tag that does not end', `${document(row())}`.replace('</OFX>', '<'), BROKEN],
  ['a tag that is none', document('<%&>'), BROKEN],
  ['a text without end', document(row('x'.repeat(70_000))), BROKEN],
  ['a day that is none', document(row().replace('20261119', '20261340')), timeless()],
  ['no day', document(row().replace('<DTPOSTED>20261119', '')), timeless()],
  ['no list', '<OFX></OFX>', { fault: 'SOURCE_STATEMENT' }],
  ['nothing', '', { fault: 'SOURCE_FORMAT' }],
];

const LINES: ReadonlyArray<readonly [name: string, line: string, is: FileResult]> = [
  [
    'an order number of an object',
    '{"statement":{"order_no":{},"settled_on":"2026-11-19"}}',
    { counts: '1 = 0 + 0 + 1', rejected: { 1: 'no_statement_key' } },
  ],
  ['a day that is none', '{"statement":{"order_no":"HS1","settled_on":"2026-02-30"}}', timeless()],
  [
    'an amount beyond 64 bits',
    '{"statement":{"order_no":"HS2","gross":1e400,"currency":"BRL","settled_on":"2026-11-19"}}',
    ONE,
  ],
  [
    'keys of prototypes',
    '{"statement":{"order_no":"HS3","__proto__":{"gross":1},"settled_on":"2026-11-19"}}',
    ONE,
  ],
  [
    'NUL and a lone surrogate',
    '{"statement":{"order_no":"HS4\\u0000\\ud800","settled_on":"2026-11-19"}}',
    ONE,
  ],
];

/** Statements and account statements; a row of OFX is its number. */
export const STATEMENTS: readonly FileCase[] = [
  ...OFX.map(([name, content, is], at) => ({ name: `OFX: ${name}`, file: `hostile-${at}.ofx`, content, is })),
  ...LINES.map(([name, line, is]) => ({ name: `statement: ${name}`, content: `${line}\n`, is })),
];
