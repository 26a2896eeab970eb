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

/** In which order the records of an order are tried to be judged by: the first response with code "00", else the earliest. */
export const JUDGED_FIRST = sql`has_request desc, accepted desc, requested_at, digest`;

/** The orders whose responses on lines of their own are joined to requests: those whose records are read together. */
export const OF_GROUPED_ORDERS = { grouped: sql`work_grouped`, records: sql`pay_ins` };

/** Those of which that decides by which method they are charged. */
export const OF_CHARGED_ORDERS = {
  ...{ grouped: sql`doubtful`, records: sql`requests` },
  judged_first: JUDGED_FIRST,
};

export const PAIRED_ANSWERS = 'reconcile/evidence/paired_answers.sql';

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
