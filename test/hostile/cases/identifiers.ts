import { LONG_TEXT } from '../../support/records.ts';
import { callback, type LineCase, payIn } from '../case.ts';

const BS = '\\';

/**
 * Identifiers as JSON has them, and as they are kept; undefined: rejected. All but the first break the interface's rule of
 * 6 to 32 alphanumeric characters, which rejects nothing.
 */
const ORDER_NOS: ReadonlyArray<readonly [literal: string, kept: string | undefined, rule?: 'clean']> = [
  ['"ABCDEF"', 'ABCDEF', 'clean'],
  ['"abcdef"', 'abcdef', 'clean'],
  ['"ABCDEF "', 'ABCDEF '],
  ['" ABCDEF"', ' ABCDEF'],
  ['" "', ' '],
  ['"000000000000000000000001"', '000000000000000000000001', 'clean'],
  ['"1"', '1'],
  ['"1.0"', '1.0'],
  ['"1E5000"', '1E5000', 'clean'],
  ['1234567', '1234567'],
  ['1234567.0', '1234567.0'],
  ['12345678901234567890', '12345678901234567890'],
  ['1e400', '1e400'],
  ['-0', '-0'],
  ['"null"', 'null'],
  ['"undefined"', 'undefined', 'clean'],
  ['"NaN"', 'NaN'],
  ['"__proto__"', '__proto__'],
  ['"constructor"', 'constructor', 'clean'],
  ['"toString"', 'toString', 'clean'],
  ['"hasOwnProperty"', 'hasOwnProperty', 'clean'],
  ['"A\\u0000B"', `A${BS}u0000B`],
  ['"A\\\\u0000B"', `A${BS}${BS}u0000B`],
  ['"A\\ud800B"', `A${BS}ud800B`],
  ['"A\\udc00B"', `A${BS}udc00B`],
  ['"A\\udc00\\ud800B"', `A${BS}udc00${BS}ud800B`],
  ['"A\\ud83d\\ude00B"', 'A😀B'],
  ['"B😀A"', 'B😀A'],
  ['"LINE\\nFEED"', 'LINE\nFEED'],
  ['"CARRIAGE\\rRETURN"', 'CARRIAGE\rRETURN'],
  ['"TAB\\tTAB"', 'TAB\tTAB'],
  ['"BELL\\u0007ESC\\u001b[31m"', 'BELL\u0007ESC\u001b[31m'],
  ['"DEL\\u007fC1\\u009b"', 'DEL\u007fC1\u009b'],
  ['"LS\\u2028PS\\u2029"', 'LS\u2028PS\u2029'],
  ['"RTL\\u202eOVERRIDE"', 'RTL\u202eOVERRIDE'],
  ['"RTL\\u200fMARK"', 'RTL\u200fMARK'],
  ['"ISOLATE\\u2067X\\u2069"', 'ISOLATE\u2067X\u2069'],
  ['"طلب١٢٣"', 'طلب١٢٣'],
  ['"ZERO\\u200bWIDTH"', 'ZERO\u200bWIDTH'],
  ['"JOINER\\u200dX"', 'JOINER\u200dX'],
  ['"\\ufeffMARKED"', '\ufeffMARKED'],
  ['"MARKED"', 'MARKED', 'clean'],
  ['"NBSP\\u00a0X"', 'NBSP\u00a0X'],
  ['"CAF\\u00c9"', 'CAF\u00c9'],
  ['"CAFE\\u0301"', 'CAFE\u0301'],
  ['"NONCHAR\\uffff"', 'NONCHAR\uffff'],
  ['"REPLACED\\ufffd"', 'REPLACED\ufffd'],
  ['"İSTANBUL"', 'İSTANBUL'],
  ['"ﬁﬁﬁﬁﬁﬁ"', 'ﬁﬁﬁﬁﬁﬁ'],
  ['"\\\\."', `${BS}.`],
  ['"\\\\N"', `${BS}N`],
  ['"\\\\"', BS],
  ['"A\\\\tB"', `A${BS}tB`],
  ['"QUOTE\\"S"', 'QUOTE"S'],
  ['"\\"QUOTED\\""', '"QUOTED"'],
  ['"APOSTROPHE\'S"', "APOSTROPHE'S"],
  ['"\'=GUARDED"', "'=GUARDED"],
  ['"a,b;c|d"', 'a,b;c|d'],
  ['"%s%n%00"', '%s%n%00'],
  ['"$1$&$$"', '$1$&$$'],
  ['"{{7*7}}<%=7*7%>"', '{{7*7}}<%=7*7%>'],
  ['"<script>alert(1)</script>"', '<script>alert(1)</script>'],
  ['"\'); drop table pay_ins; --"', "'); drop table pay_ins; --"],
  ['"../../../etc/passwd"', '../../../etc/passwd'],
  ['"C:\\\\CON"', `C:${BS}CON`],
  ['"a/b"', 'a/b'],
  ['"."', '.'],
  [`"${'x'.repeat(32)}"`, 'x'.repeat(32), 'clean'],
  [`"${'x'.repeat(33)}"`, 'x'.repeat(33)],
  [`"${'x'.repeat(1000)}"`, 'x'.repeat(1000)],
  [`"${'x'.repeat(1001)}"`, undefined],
  [`"${'é'.repeat(500)}"`, 'é'.repeat(500)],
  [`"${'é'.repeat(501)}"`, undefined],
  [`"${'\\u0000'.repeat(166)}"`, `${BS}u0000`.repeat(166)],
  [`"${'\\u0000'.repeat(167)}"`, undefined],
  ['""', undefined],
  ['null', undefined],
  ['false', undefined],
  ['[]', undefined],
  ['["ABCDEF"]', undefined],
  ['{}', undefined],
  ['{"toString":"ABCDEF"}', undefined],
];

/** Texts that a spreadsheet takes for formulas, or that break a table that is written badly. */
export const FORMULAS: readonly string[] = [
  ...[
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '  =1',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '-1.50',
    '=HYPERLINK("http://x","y")',
  ],
  ...["=cmd|' /C calc'!A0", '"=1"', ',=1', '";=1', '=1\r\n=2', '%0A=1', '=', '-', '-0', '+55 11 91234-5678'],
];

/** Fields that reports show as text, by their columns. */
const TEXT_FIELDS: ReadonlyArray<readonly [path: string, column: string, kind: 'pay-in' | 'callback']> = [
  ['body.orderNo', 'order_no', 'callback'],
  ['body.merchantId', 'merchant_id', 'callback'],
  ['body.subMerchantId', 'sub_merchant_id', 'callback'],
  ['body.tradeNo', 'trade_no', 'callback'],
  ['body.status', 'status', 'callback'],
  ['body.paymentMethod', 'payment_method', 'callback'],
  ['body.money.currency', 'currency', 'callback'],
  ['ack', 'ack', 'callback'],
  ['response.body.merchant.accountNo', 'account_no', 'pay-in'],
  ['response.body.status', 'response_status', 'pay-in'],
  ['response.body.code', 'response_code', 'pay-in'],
];

export const IDENTIFIERS: readonly LineCase[] = [
  ...ORDER_NOS.map(([literal, kept, rule]) => ({
    name: `orderNo ${shown(literal)}`,
    line: callback('', { 'body.orderNo': literal, 'body.tradeNo': '"T1"' }),
    is:
      kept === undefined
        ? ({ rejected: 'no_order_no' } as const)
        : { kept: { order_no: kept }, breaks: rule === 'clean' ? [] : ['body.orderNo'] },
  })),
  ...TEXT_FIELDS.flatMap(([path, column, kind]) =>
    textsOf(path).map((text, at): LineCase => {
      const orderNo = `FIELD${column.replaceAll('_', '').toUpperCase()}${at}`;
      const patch = { [path]: JSON.stringify(text) };
      return {
        name: `${path} ${shown(JSON.stringify(text))}`,
        line: kind === 'callback' ? callback(orderNo, patch) : payIn(orderNo, patch),
        is: { kept: { [column]: text.replaceAll('\0', `${BS}u0000`) }, breaks: breaksOf(path) },
      };
    }),
  ),
];

/** The last one is too long for an identifier, which has an index. */
function textsOf(path: string): readonly string[] {
  return ['body.orderNo', 'body.merchantId'].includes(path) ? FORMULAS : [...FORMULAS, LONG_TEXT];
}

/** The fields whose rules such a text breaks. */
function breaksOf(path: string): string[] {
  const ruled = ['body.orderNo', 'body.money.currency', 'body.paymentMethod'];
  return ruled.includes(path) ? [path] : [];
}

function shown(literal: string): string {
  return literal.length <= 40 ? literal : `${literal.slice(0, 12)}… (${literal.length})`;
}
