import { JsonNumber } from '../../src/contract/json.ts';
import type { RuleVariants } from '../../src/contract/rules.ts';

/** The value is taken out of the message. */
export const ABSENT = Symbol('absent');
/** The value of the sample stays. */
export const SAMPLE = Symbol('sample');

/** Values with which a rule holds, and near misses which break it and nothing else. */
export type RuleCase = readonly [
  field: string,
  variants: RuleVariants,
  rule: string,
  holds: readonly unknown[],
  breaks: readonly unknown[],
];

const NOTHING = [ABSENT, null, ''];
const NOT_TEXT = [17, new JsonNumber('1e3'), true, [], ['x'], {}];
/** A list of header values is how some stores keep one value; the first counts. */
const HEADER_TEXT = ['application/json', ['application/json', 7]];
const NOT_HEADER_TEXT = [17, new JsonNumber('1e3'), true, {}, [17]];
const NOT_OBJECT = ['x', 17, new JsonNumber('1.0'), false, []];
const NOT_NUMBER = ['x', '1,5', '1.000,00', ' 1', '+1', '1_000', '0x10', '.5', '5.', 'NaN', true, [], {}];

/** A text that is mandatory, and one that is not. */
function mandatory(field: string, ...holds: readonly unknown[]): RuleCase[] {
  return [[field, 'both', 'mandatory', holds, NOTHING], ...optional(field, ...holds)];
}

function optional(field: string, ...holds: readonly unknown[]): RuleCase[] {
  return [[field, 'both', 'text', holds, NOT_TEXT]];
}

function orderNo(body: string): RuleCase[] {
  const field = `${body}.orderNo`;
  const rule = '6 to 32 alphanumeric characters';
  const broken = ['A1b2C', 'x'.repeat(33), 'ABC 123', 'ABC-123', 'ÁBC123', 'ABC123\n', '１２３４５６'];
  return [...mandatory(field, 'ABC123'), [field, 'both', rule, ['A1b2C3', '000000', 'x'.repeat(32)], broken]];
}

function merchant(body: string): RuleCase[] {
  return [
    [`${body}.merchant`, 'both', 'mandatory', [SAMPLE], NOTHING],
    [`${body}.merchant`, 'both', 'object', [SAMPLE, { merchantId: 'M1' }], NOT_OBJECT],
    ...mandatory(`${body}.merchant.merchantId`, 'M1', ' m 1 '),
    ...optional(`${body}.merchant.merchantName`, 'Loja São João', ...NOTHING),
    ...optional(`${body}.merchant.subMerchantId`, 'S1', ...NOTHING),
    ...optional(`${body}.merchant.subMerchantName`, 'Filial', ...NOTHING),
  ];
}

const NOT_TEXT_RULE = 'a number, not text';
const WHOLE = [
  20000,
  0,
  new JsonNumber('007'),
  new JsonNumber('2e4'),
  new JsonNumber('200.00'),
  new JsonNumber('-0'),
];
const NOT_WHOLE = [
  ...[200.5, -1, new JsonNumber('2.005e2'), new JsonNumber('1e-400')],
  new JsonNumber('12345678901234567890.5'),
];
const TWO_PLACES = [
  ...[
    150,
    150.5,
    0.01,
    new JsonNumber('150.50'),
    new JsonNumber('150.500'),
    new JsonNumber('1.5e-1'),
    new JsonNumber('1e400'),
  ],
  new JsonNumber('12345678901234567890.12'),
];
const THREE_PLACES = [
  ...[1.005, 0.001, new JsonNumber('1.0050'), new JsonNumber('12345678901234567890.123')],
  new JsonNumber('1e-3'),
];

function money(body: string): RuleCase[] {
  return [
    [`${body}.money`, 'both', 'mandatory', [SAMPLE], NOTHING],
    [`${body}.money`, 'both', 'object', [SAMPLE], NOT_OBJECT],
    ...mandatory(`${body}.money.currency`, 'BRL'),
    [`${body}.money.currency`, 'brazil', 'BRL', ['BRL'], ['EGP', 'brl', 'BRL ']],
    [
      `${body}.money.currency`,
      'egypt',
      'three capital letters',
      ['EGP', 'USD'],
      ['egp', 'EG', 'EGPX', '818'],
    ],
    [`${body}.money.amount`, 'both', 'mandatory', [20000], NOTHING],
    [`${body}.money.amount`, 'both', 'number', [1, new JsonNumber('1.0')], NOT_NUMBER],
    [`${body}.money.amount`, 'both', NOT_TEXT_RULE, [20000], ['20000', '007', '2e4']],
    [`${body}.money.amount`, 'brazil', 'whole centavos, not negative', WHOLE, NOT_WHOLE],
    [`${body}.money.amount`, 'egypt', 'up to 2 decimal places', TWO_PLACES, THREE_PLACES],
  ];
}

function egyptPayer(body: string): RuleCase[] {
  return ['name', 'idType', 'idNumber', 'phone', 'email'].map((name) => {
    return [`${body}.payer.${name}`, 'egypt', 'text', ['x', ...NOTHING], NOT_TEXT];
  });
}

function paymentMethod(field: string): RuleCase[] {
  return [...mandatory(field, 'PIX'), [field, 'brazil', 'PIX', ['PIX'], ['FAWRY', 'pix', 'PIX ']]];
}

const URL_256 = `https://shop.example/${'x'.repeat(235)}`;

function url(field: string): RuleCase[] {
  const unsound = [
    'ftp://shop.example',
    'shop.example',
    'https://',
    'https:///x',
    'https://shop.example/a b',
  ];
  return [
    ...optional(field, 'https://shop.example', ...NOTHING),
    [field, 'both', 'at most 256 characters', [URL_256, `${URL_256.slice(0, -1)}😀`], [`${URL_256}x`]],
    [field, 'brazil', 'HTTP or HTTPS URL', ['http://a.b', 'HTTPS://a.b:8/c?d#e'], unsound],
    [field, 'egypt', 'HTTPS URL', ['https://a.b/c'], ['http://a.b/c', ...unsound]],
  ];
}

const ZONED = ['2026-11-19T10:05:00-03:00', '2024-02-29T23:59:59+02:00'];
const NOT_ZONED = [
  ...[
    '2026-11-19 10:05:00-03:00',
    '2026-11-19T10:05:00Z',
    '2026-11-19T10:05:00-0300',
    '2026-11-19T10:05-03:00',
  ],
  ...[
    '2026-11-19T10:05:00.000-03:00',
    '2026-13-19T10:05:00-03:00',
    '2026-11-32T10:05:00-03:00',
    '1795000000',
  ],
  ...['2026-11-19T24:05:00-03:00', '2026-11-19T10:05:00-24:00', '19/11/2026 10:05'],
];
const ZONED_RULE = 'yyyy-MM-ddTHH:mm:ss±HH:mm';
const LOCAL = '2026-11-19T10:05:00';
const DAY_RULE = 'a day of the calendar';
const NO_DAY = [
  '2026-02-29T10:05:00-03:00',
  '2026-11-31T10:05:00+02:00',
  '1900-02-29T10:05:00-03:00',
  '0000-01-01T00:00:00-03:00',
];

function headers(part: string): RuleCase[] {
  return [
    [`${part}.Content-Type`, 'both', 'text', [...HEADER_TEXT, [], ...NOTHING], NOT_HEADER_TEXT],
    [
      `${part}.Content-Type`,
      'both',
      'application/json',
      ['application/json;charset=UTF-8', 'Application/JSON ; charset=utf-8'],
      ['text/plain', 'application/jsonp', 'application/problem+json', 'x application/json'],
    ],
    [`${part}.X-TIMESTAMP`, 'both', 'text', [ZONED, [], ...NOTHING], NOT_HEADER_TEXT],
    [`${part}.X-TIMESTAMP`, 'both', ZONED_RULE, ZONED, [LOCAL, ...NOT_ZONED]],
    [`${part}.X-TIMESTAMP`, 'both', DAY_RULE, ZONED, NO_DAY],
  ];
}

export const RULE_CASES: readonly RuleCase[] = [
  ...headers('request.headers'),
  ['request.headers.X-PARTNER-ID', 'both', 'text', ['M1', ['M1'], ...NOTHING], NOT_HEADER_TEXT],
  ['request.headers.X-PARTNER-ID', 'both', 'alphanumeric', ['M0001234', '0'], ['M-1', 'M 1', 'Ñ1']],
  ...orderNo('request.body'),
  ...mandatory('request.body.purpose', 'x', ' '),
  [
    'request.body.purpose',
    'both',
    'at most 64 characters',
    ['ã'.repeat(64), '😀'.repeat(64)],
    ['😀'.repeat(65)],
  ],
  ...merchant('request.body'),
  ...money('request.body'),
  ['request.body.payer', 'brazil', 'mandatory', [SAMPLE], NOTHING],
  ['request.body.payer', 'both', 'object', [SAMPLE], NOT_OBJECT],
  ['request.body.payer.pixAccount', 'brazil', 'mandatory', [SAMPLE], NOTHING],
  ['request.body.payer.pixAccount', 'brazil', 'text', [SAMPLE], [12345678901, {}, true]],
  [
    'request.body.payer.pixAccount',
    'brazil',
    '11 or 14 digits',
    ['12345678901', '00000000000', '12345678000195'],
    ['1234567890', '123456789012', '123456789012345', '123.456.789-01', '12345678901 ', '1234567890A'],
  ],
  ...egyptPayer('request.body'),
  ...paymentMethod('request.body.paymentMethod'),
  ['request.body.expiryPeriod', 'both', 'number', [3600, ...NOTHING], NOT_NUMBER],
  ['request.body.expiryPeriod', 'both', NOT_TEXT_RULE, [3600, new JsonNumber('3.6e3')], ['3600', '03600']],
  ['request.body.expiryPeriod', 'both', 'at most 86400 seconds', [86400], [86401, new JsonNumber('1e9')]],
  ['request.body.expiryPeriod', 'brazil', 'at least 3600 seconds', [3600], [3599, 0, -3600]],
  ['request.body.expiryPeriod', 'egypt', 'more than 0 seconds', [1, 3599], [0, -3600]],
  ...url('request.body.redirectUrl'),
  ...url('request.body.callbackUrl'),

  ...headers('response.headers'),
  ...mandatory('response.body.code', '00', 'anything'),
  ...mandatory('response.body.message', 'Sucesso'),
  ...orderNo('response.body'),
  ...optional('response.body.tradeNo', 'T1', ...NOTHING),
  ...merchant('response.body'),
  ...optional('response.body.merchant.accountNo', '900', ...NOTHING),
  ...money('response.body'),
  ...mandatory('response.body.transactionTime', ...ZONED),
  ['response.body.transactionTime', 'both', ZONED_RULE, ZONED, [LOCAL, ...NOT_ZONED]],
  ['response.body.transactionTime', 'both', DAY_RULE, ZONED, NO_DAY],
  ['response.body.channel', 'both', 'mandatory', [SAMPLE], NOTHING],
  ['response.body.channel', 'both', 'object', [SAMPLE], NOT_OBJECT],
  ...paymentMethod('response.body.channel.paymentMethod'),
  ['response.body.channel.paymentUrl', 'brazil', 'mandatory', [SAMPLE], NOTHING],
  ...optional('response.body.channel.paymentUrl', 'https://pay.example'),
  ...optional('response.body.channel.qrString', '000201', ...NOTHING),
  ['response.body.channel.additionalInfo', 'both', 'object', [{}, { paymentUrl: 1 }, ...NOTHING], NOT_OBJECT],
  ...optional('response.body.channel.vaNumber', '77', ...NOTHING),
  ...optional('response.body.status', 'anything', ...NOTHING),

  ...headers('headers'),
  ...orderNo('body'),
  ...mandatory('body.tradeNo', 'T1'),
  ...mandatory('body.merchantId', 'M1'),
  ...mandatory('body.merchantName', 'Loja'),
  ...optional('body.subMerchantId', 'S1', ...NOTHING),
  ...optional('body.subMerchantName', 'Filial', ...NOTHING),
  ...paymentMethod('body.paymentMethod'),
  ...mandatory('body.transactionTime', ...ZONED),
  ['body.transactionTime', 'both', `${ZONED_RULE}, offset optional`, [LOCAL, ...ZONED], NOT_ZONED],
  ['body.transactionTime', 'both', DAY_RULE, [LOCAL, ...ZONED], ['2026-02-30T10:05:00', ...NO_DAY]],
  ...mandatory('body.status', 'anything'),
  ...money('body'),
  ['body.payer', 'both', 'object', [SAMPLE, {}, ...NOTHING], NOT_OBJECT],
  ...egyptPayer('body'),
];
