import { callback, type LineCase, MOST_LINE_BYTES, nested, payIn } from '../case.ts';

const GOOD = callback('LINEGOOD01');
const body = (raw: string) => GOOD.replace('"body":{', `"body":{${raw},`);
const padded = (orderNo: string, length: number) => {
  const line = callback(orderNo);
  return line.replace('"ack":', `"pad":"${'x'.repeat(length - line.length - '"pad":"",'.length)}","ack":`);
};

const KEPT: ReadonlyArray<
  readonly [
    name: string,
    line: string | Uint8Array,
    kept: Readonly<Record<string, string | null>>,
    breaks?: readonly string[],
  ]
> = [
  ['a key twice', body('"orderNo":"LINEFIRST1"'), { order_no: 'LINEGOOD01' }, ['body.orderNo']],
  [
    'a key twice, once escaped',
    callback('LINETWICE1').replace('"tradeNo"', '"\\u006frderNo":"LINETWICE2","tradeNo"'),
    { order_no: 'LINETWICE2' },
    ['body.orderNo'],
  ],
  [
    'a key twice with one value',
    callback('LINETWICE3').replace('"tradeNo"', '"orderNo":"LINETWICE3","tradeNo"'),
    { order_no: 'LINETWICE3' },
    ['body.orderNo'],
  ],
  [
    'two bodies',
    callback('LINETWOBOD').replace('"body":', '"body":{"orderNo":"LINEFIRST2"},"body":'),
    { order_no: 'LINETWOBOD' },
    ['body'],
  ],
  [
    'two amounts',
    callback('LINETWOAMO').replace('"amount":', '"amount":1,"amount":'),
    { amount_minor: '20000' },
    ['body.money.amount'],
  ],
  [
    'two keys unknown to the interface',
    callback('LINEUNKNOW').replace('"ack":', '"x":1,"x":2,"ack":'),
    { order_no: 'LINEUNKNOW' },
  ],
  [
    '__proto__ at the top',
    callback('LINEPROTO1').replace('"ack":', '"__proto__":{"verified":false},"ack":'),
    { order_no: 'LINEPROTO1' },
  ],
  [
    '__proto__ in the body',
    callback('LINEPROTO2').replace('"tradeNo":', '"__proto__":{"status":"FAILED"},"tradeNo":'),
    { status: 'SUCCESS' },
  ],
  [
    '__proto__ in the money',
    callback('LINEPROTO3').replace('"amount":', '"__proto__":{"amount":1},"amount":'),
    { amount_minor: '20000' },
  ],
  [
    '__proto__ as a header',
    callback('LINEPROTO4', { headers: '{"__proto__":{"X-TIMESTAMP":"x"}}' }),
    { order_no: 'LINEPROTO4' },
  ],
  [
    'constructor.prototype',
    callback('LINEPROTO5').replace('"ack":', '"constructor":{"prototype":{"status":"x"}},"ack":'),
    { order_no: 'LINEPROTO5' },
  ],
  [
    'names of methods',
    callback('LINEPROTO6').replace('"tradeNo":', '"toJSON":1,"valueOf":2,"hasOwnProperty":3,"tradeNo":'),
    { order_no: 'LINEPROTO6' },
  ],
  [
    'spaces everywhere',
    ` \t${callback('LINESPACES').replaceAll(',"', ' ,\t"').replaceAll('":', '" :  ')} \t`,
    { order_no: 'LINESPACES' },
  ],
  ['CRs at the end', `${callback('LINERETURN')}\r\r`, { order_no: 'LINERETURN' }],
  [
    'every letter escaped',
    callback('LINEESCAPE').replace(
      '"LINEESCAPE"',
      `"${[...'LINEESCAPE'].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')}"`,
    ),
    { order_no: 'LINEESCAPE' },
  ],
  [
    'keys escaped',
    callback('LINEKEYESC').replace('"body"', '"\\u0062ody"').replace('"money"', '"\\u006doney"'),
    { amount_minor: '20000' },
  ],
  ['an escaped slash', callback('LINESLASH1', { ack: '"a\\/b"' }), { ack: 'a/b' }],
  ['U+2028 unescaped', callback('LINESEPARA', { ack: '"a\u2028b"' }), { ack: 'a\u2028b' }],
  ['64 levels', nested(63), { order_no: 'DEPTH63X1' }],
  ['64 levels of objects', nested(63, '{"a":', '}'), { order_no: 'DEPTH63X5' }],
  [
    'brackets in texts are no levels',
    callback('LINEBRACKS', { ack: `"${'['.repeat(500)}"` }),
    { ack: '['.repeat(500) },
  ],
  ['as long as may be', padded('LINELONG01', MOST_LINE_BYTES), { order_no: 'LINELONG01' }],
  [
    '5,000 keys',
    callback('LINEKEYS01').replace(
      '"ack":',
      `${Array.from({ length: 600 }, (_, at) => `"k${at}":0`).join(',')},"ack":`,
    ),
    { order_no: 'LINEKEYS01' },
  ],
  ['an empty key', callback('LINEEMPTYK').replace('"ack":', '"":1,"ack":'), { order_no: 'LINEEMPTYK' }],
  ['a JSON text of a record', JSON.stringify(callback('LINEASTEXT')), { order_no: 'LINEASTEXT' }],
  [
    'a body as text',
    callback('', { body: JSON.stringify(JSON.stringify(JSON.parse(callback('LINEBODYTX')).body)) }),
    { order_no: 'LINEBODYTX' },
  ],
  ['a bare body', JSON.stringify(JSON.parse(callback('LINEBARE01')).body), { order_no: 'LINEBARE01' }],
  [
    'headers that are a list',
    callback('LINEHEADS1', { headers: '["X-TIMESTAMP"]' }),
    { order_no: 'LINEHEADS1' },
  ],
  [
    'headers that are a text',
    callback('LINEHEADS2', { headers: '"X-TIMESTAMP: x"' }),
    { order_no: 'LINEHEADS2' },
  ],
  [
    'a header in other letters',
    callback('LINEHEADS3', { headers: '{"x-TimeStamp":"2026-11-19T10:06:01-03:00"}', receivedAt: undefined }),
    { received_at: '2026-11-19T13:06:01Z' },
  ],
  [
    'money that is a list',
    callback('LINEMONEY1', { 'body.money': '[]' }),
    { order_no: 'LINEMONEY1', amount_minor: null },
    ['body.money'],
  ],
  [
    'money that is a number',
    callback('LINEMONEY2', { 'body.money': '20000' }),
    { order_no: 'LINEMONEY2', amount_minor: null },
    ['body.money'],
  ],
  ['a response that is null', payIn('LINERESPO1', { response: 'null' }), { order_no: 'LINERESPO1' }],
  ['a response that is a text', payIn('LINERESPO2', { response: '"timeout"' }), { order_no: 'LINERESPO2' }],
  ['a response that is a list', payIn('LINERESPO3', { response: '[]' }), { order_no: 'LINERESPO3' }],
  [
    'a code that is a number',
    payIn('LINECODE01', { 'response.body.code': '0' }),
    { response_code: '0' },
    ['response.body.code'],
  ],
  [
    'a period that is endless',
    payIn('LINEPERIOD', { 'request.body.expiryPeriod': '1e308' }),
    { expiry_period_text: '1e308', expires_at: '2026-11-19T14:05:01Z' },
    ['request.body.expiryPeriod'],
  ],
  [
    'a period below zero',
    payIn('LINEPERIO2', { 'request.body.expiryPeriod': '-3600' }),
    { expires_at: '2026-11-19T14:05:01Z' },
    ['request.body.expiryPeriod'],
  ],
  [
    'both kinds at once',
    JSON.stringify({ ...JSON.parse(callback('LINEBOTHC1')), ...JSON.parse(payIn('LINEBOTHP1')) }),
    { order_no: 'LINEBOTHP1' },
  ],
];

/** Odd lines that are read. */
export const ODD_LINES: readonly LineCase[] = KEPT.map(([name, line, kept, breaks = []]) => ({
  name,
  line,
  is: { kept, breaks },
}));
