import { callback, type FileCase, type FileResult } from '../case.ts';

const HEADER = 'orderNo,tradeNo,merchantId,status,money.currency,money.amount,transactionTime,ack';
let number = 0;
const order = () => `TABLED${String(number++).padStart(4, '0')}`;
/** A row; its last cell as it is written here. */
const row = (ack = 'SUCCESS', amount = '20000') =>
  `${order()},T1,M0001,SUCCESS,BRL,${amount},2026-11-19T10:06:00-03:00,${ack}`;
const ONE: FileResult = { counts: '1 = 1 + 0 + 0' };
const TWO: FileResult = { counts: '2 = 2 + 0 + 0' };
const NONE: FileResult = { counts: '0 = 0 + 0 + 0' };
const bad = (counts: string, ...lines: readonly number[]): FileResult => ({
  counts,
  rejected: Object.fromEntries(lines.map((one) => [one, 'bad_row'])),
});
const body = (text = JSON.stringify(JSON.parse(callback(order())).body)) => `"${text.replaceAll('"', '""')}"`;

const ROWS: ReadonlyArray<readonly [name: string, content: string | Uint8Array, is: FileResult]> = [
  ['a row', `${HEADER}\n${row()}\n`, ONE],
  ['no line feed at the end', `${HEADER}\n${row()}`, ONE],
  ['CRLF', `${HEADER}\r\n${row()}\r\n${row()}\r\n`, TWO],
  ['a byte order mark', `\ufeff${HEADER}\n${row()}\n`, ONE],
  ['two byte order marks', `\ufeff\ufeff${HEADER}\n${row()}\n`, ONE],
  ['a byte order mark and a quoted header', `\ufeff"${HEADER.replaceAll(',', '","')}"\n${row()}\n`, ONE],
  ['a header only', `${HEADER}\n`, NONE],
  ['blank rows', `${HEADER}\n\n \n\r\n,,,,,,,\n${row()}\n`, ONE],
  ['every cell in quotes', `${HEADER}\n"${row().replaceAll(',', '","')}"\n`, ONE],
  ['a separator in quotes', `${HEADER}\n${row('"a,b"')}\n`, ONE],
  ['a line feed in quotes', `${HEADER}\n${row('"a\nb"')}\n${row()}\n`, TWO],
  ['a CRLF in quotes', `${HEADER}\n${row('"a\r\nb"')}\n`, ONE],
  ['a CR in a cell', `${HEADER}\n${row('"a\rb"')}\n`, ONE],
  ['quotes in quotes', `${HEADER}\n${row('"a ""b"" c"')}\n`, ONE],
  ['nothing but quotes in quotes', `${HEADER}\n${row('""""""')}\n`, ONE],
  ['an empty cell in quotes', `${HEADER}\n${row('""')}\n`, ONE],
  ['a quote in the middle of a cell', `${HEADER}\n${row('5" tube')}\n${row()}\n`, bad('2 = 1 + 0 + 1', 2)],
  ['text behind a quote', `${HEADER}\n${row('"a"b')}\n${row()}\n`, bad('2 = 1 + 0 + 1', 2)],
  ['a space before a quote', `${HEADER}\n${row(' "a"')}\n${row()}\n`, bad('2 = 1 + 0 + 1', 2)],
  ['a quote that never ends', `${HEADER}\n${row('"a')}\n${row()}\n${row()}\n`, bad('3 = 2 + 0 + 1', 2)],
  ['a quote that never ends in the last row', `${HEADER}\n${row()}\n${row('"a')}`, bad('2 = 1 + 0 + 1', 3)],
  ['a backslash before a quote', `${HEADER}\n${row('"a\\"b"')}\n${row()}\n`, bad('2 = 1 + 0 + 1', 2)],
  ['a backslash at the end of a cell', `${HEADER}\n${row('a\\')}\n${row()}\n`, TWO],
  ['a backslash and a point', `${HEADER}\n\\.\n${row()}\n`, bad('2 = 1 + 0 + 1', 2)],
  ['a cell too few', `${HEADER}\n${row().replace(/,SUCCESS$/, '')}\n`, bad('1 = 0 + 0 + 1', 2)],
  ['a cell too many', `${HEADER}\n${row()},\n`, bad('1 = 0 + 0 + 1', 2)],
  ['1,000 cells', `${HEADER}\n${','.repeat(1000)}x\n${row()}\n`, bad('2 = 1 + 0 + 1', 2)],
  ['apostrophes for quotes', `${HEADER}\n${row("'a,b'")}\n`, bad('1 = 0 + 0 + 1', 2)],
  ['semicolons', `${HEADER}\n${row()}\n`.replaceAll(',', ';'), ONE],
  ['tabs', `${HEADER}\n${row()}\n`.replaceAll(',', '\t'), ONE],
  ['bars', `${HEADER}\n${row()}\n`.replaceAll(',', '|'), ONE],
  [
    'a formula in every cell',
    `${HEADER}\n=A1,+T,-M,@S,=C,=1+1,=NOW(),=1\n`,
    { counts: '1 = 0 + 0 + 1', rejected: { 2: 'no_time' } },
  ],
  ['a comment', `${HEADER}\n# comment\n${row()}\n`, bad('2 = 1 + 0 + 1', 2)],
  [
    'a header again',
    `${HEADER}\n${row()}\n${HEADER}\n`,
    { counts: '2 = 1 + 0 + 1', rejected: { 3: 'no_time' } },
  ],
  [
    'bytes that are no UTF-8',
    Buffer.from(`${HEADER}\n${row('S\u00e3o')}\n${row()}\n`, 'latin1'),
    { counts: '2 = 1 + 0 + 1', rejected: { 2: 'not_utf8' } },
  ],
  [
    'a row beyond the limit',
    `${HEADER}\n${row('x'.repeat(9000))}\n${row()}\n`,
    { counts: '2 = 1 + 0 + 1', rejected: { 2: 'line_too_long' } },
  ],
  ['NUL in a cell', `${HEADER}\n${row('a\0b')}\n`, ONE],
  [
    'an identifier as Excel shows it',
    `${HEADER}\n1,23457E+21,M0001,SUCCESS,BRL,20000,2026-11-19T10:06:00-03:00,SUCCESS\n`,
    ONE,
  ],
  ['a body as JSON', `body,receivedAt\n${body()},2026-11-19T13:06:02Z\n`, ONE],
  [
    'a body that was cut off',
    `body,receivedAt\n${body('{"orderNo":"A')},2026-11-19T13:06:02Z\n`,
    { counts: '1 = 0 + 0 + 1', rejected: { 2: 'not_json' } },
  ],
  [
    'a body too deep',
    `body,receivedAt\n${body(`{"a":${'['.repeat(70)}${']'.repeat(70)}}`)},x\n`,
    { counts: '1 = 0 + 0 + 1', rejected: { 2: 'too_deep' } },
  ],
  [
    'a body that is a list',
    `body,receivedAt\n${body('[1]')},x\n`,
    { counts: '1 = 0 + 0 + 1', rejected: { 2: 'no_order_no' } },
  ],
  ['a header of __proto__', `body,headers.__proto__\n${body()},x\n`, ONE],
  ['a column without a name, which is none', `${HEADER},\n${row()},x\n`, ONE],
  ['columns in other letters', `${HEADER.toUpperCase()}\n${row()}\n`, ONE],
];

/** Headers that are refused: one column unknown, twice, or not to be read. */
const HEADERS: ReadonlyArray<readonly [name: string, content: string | Uint8Array]> = [
  ['__proto__', `${HEADER},__proto__\n${row()},x\n`],
  ['constructor', `${HEADER},constructor\n${row()},x\n`],
  ['body.__proto__.orderNo', `${HEADER},body.__proto__.orderNo\n${row()},x\n`],
  ['a column twice', `${HEADER},orderNo\n${row()},x\n`],
  ['a column twice, in other letters', `${HEADER},ORDERNO\n${row()},x\n`],
  ['a quote that never ends', `"${HEADER}\n${row()}\n`],
  ['longer than the limit', `${HEADER},${'x'.repeat(9000)}\n`],
  ['bytes that are no UTF-8', Buffer.from(`${HEADER},S\u00e3o\n`, 'latin1')],
  ['UTF-16', Buffer.from(`\ufeff${HEADER}\n`, 'utf16le')],
  ['another separator', `${HEADER.replaceAll(',', '^')}\n`],
];

export const TABLES: readonly FileCase[] = [
  ...ROWS.map(([name, content, is]) => ({ name: `a table: ${name}`, file: 'a.csv', content, is })),
  ...HEADERS.map(([name, content]) => ({
    name: `a table with a header: ${name}`,
    file: 'a.csv',
    content,
    is: { fault: 'SOURCE_COLUMNS' } as const,
  })),
];
