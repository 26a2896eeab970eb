import { sql } from 'kysely';

/**
 * Whether a row `s` of a statement plainly means the order of a record `p` that has its order number: by the tradeNo of the
 * response, or by merchant and order number where the row has no tradeNo.
 */
export const PLAINLY_MEANS = {
  plainly_means: sql`(
    p.trade_no = s.trade_no and (s.merchant_id = '' or p.merchant_id = s.merchant_id)
    or s.trade_no is null and p.merchant_id = s.merchant_id
  )`,
};

/** Whether a row `l` of a statement or bank is a later version of a row `s`: of several, the one that was read last counts. */
export const IS_REPLACED = {
  is_replaced: sql`l.issuer = s.issuer
    and l.row_key = s.row_key
    and s.row_id is not null
    and l.row_id is not null
    and (l.source_id, l.line) > (s.source_id, s.line)`,
};

/**
 * Whole seconds `payment_seconds` and `callback_seconds`, cut to steps so that delays can be counted: of 1 s below 2 minutes,
 * 5 s below 10, 30 s below an hour, 5 minutes below a day, 1 hour above.
 */
export const DELAYS = {
  payment_delay: inSteps('payment_seconds'),
  callback_delay: inSteps('callback_seconds'),
};

function inSteps(column: string) {
  const seconds = sql.ref(column);
  return sql`${seconds} - ${seconds} % case
    when ${seconds} < 120 then 1
    when ${seconds} < 600 then 5
    when ${seconds} < 3600 then 30
    when ${seconds} < 86400 then 300
    else 3600
  end`;
}
