import { sql } from 'kysely';
import { amountsDiffer, differs, money, requestedMoney } from './expressions.ts';
import type { Rule } from './rule.ts';

/** A sub-merchant that differs between request and response. It is left out if equal, because most orders have none. */
function ifOther(column: 'requested_sub_merchant_id' | 'response_sub_merchant_id') {
  return sql<
    string | null
  >`case when e.response_sub_merchant_id <> e.requested_sub_merchant_id then ${sql.ref(`e.${column}`)} end`;
}

export const responseMismatch: Rule = {
  code: 'RESPONSE_MISMATCH',
  severity: 'medium',
  when: "the response's echo of orderNo, merchant, sub-merchant, currency, amount or method is not the request's",
  explanation: 'The service answered with other data than it was sent.',
  remedy: 'Compare request and response with payin-recon order, and report the difference to the service.',
  holds: (e) =>
    e.and([
      e('e.has_response', '=', true),
      e.or([
        differs(e, 'response_order_no', 'order_no'),
        differs(e, 'response_merchant_id', 'merchant_id'),
        differs(e, 'response_sub_merchant_id', 'requested_sub_merchant_id'),
        differs(e, 'response_currency', 'requested_currency'),
        amountsDiffer(['response_minor', 'requested_minor'], ['response_text', 'requested_text']),
        differs(e, 'response_method', 'requested_method'),
      ]),
    ]),
  expected: () =>
    sql<string>`concat_ws(' ', e.order_no, e.merchant_id, ${ifOther('requested_sub_merchant_id')}, ${requestedMoney()}, e.requested_method)`,
  actual: () =>
    sql<string>`concat_ws(' ', e.response_order_no, e.response_merchant_id, ${ifOther('response_sub_merchant_id')}, ${money('response_currency', 'response_minor', sql.ref('e.response_text'))}, e.response_method)`,
};
