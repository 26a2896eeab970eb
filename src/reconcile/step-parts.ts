import { type RawBuilder, sql } from 'kysely';
import { sqlPart } from '../database/sql-file.ts';

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

/** What the rules of the interface say of a record of a statement. */
export const BROKEN_RULES = 'reconcile/evidence/broken_rules.sql';

/** Which of the rows with one row_id was read last. */
export const NEWEST_ROWS = 'reconcile/choose/newest_rows.sql';

/** The payouts that bank rows name. */
export const NAMED_PAYOUTS = {
  payouts_in_references: sqlPart('ingest/123_payouts_in_references.sql', {
    ...{ bank: sql.table('bank'), key: sql.ref('b.digest'), payouts: sql.table('work_payouts') },
  }),
};

export const PAIRED_ANSWERS = 'reconcile/evidence/paired_answers.sql';

const OWNERS = sql`work_rows w
  left join work_owners o on o.order_no = w.order_no and o.logged_at = w.logged_at and o.digest = w.digest`;

/**
 * The rows of statements `r` that a step of the run's own transaction reads, with their orders, as a part of its SQL file.
 * Rows without an order have null for it.
 */
export const ROWS_APART = {
  owned: sql`(select w.*, o.owner_order_no, o.owner_merchant_id from ${OWNERS}) r`,
};

/** The same with what they cost by the tariffs. */
export const PRICED_ROWS = priced(sql`true`);

/** Those of them that an earlier run may have results of. */
export const KNOWN_ROWS = priced(sql`w.is_known`);

/** Those of them that no earlier run has results of. */
export const UNKNOWN_ROWS = priced(sql`not w.is_known`);

/** The rows of statements `r` that a lane reads, with their orders and what they cost. */
export const NEW_ROWS = { owned: sql`work_new_rows r` };

/** Those of them whose order has several: what the others say is read straight from each. */
export const NEW_ROWS_OF_SEVERAL = { owned: sql`(select * from work_new_rows where not is_only) r` };

/**
 * What refunds and chargebacks return, as parts of the SQL files that sum them by order, by date and by payout: refunds-due.csv
 * and roll-forward.csv have the same sums.
 * - `returned_minor`: what a row `r` returns. One without a gross amount, or of zero, counts by its net amount less its fee, and
 *   never lowers what others return. Statements write that net amount with a sign or without; but where the fee is negative,
 *   because it was given back, the sign counts: a net amount above zero went to the merchant.
 * - `refund_currency`: the currency in which refunds `r` of an order `o` count, which has its payment's: their own, else that
 *   of the payment.
 * - `may_owe`: whether an order `o` can owe money to its payer.
 */
export const REFUND_PARTS = {
  returned_minor: sql`case
    when r.gross_minor <> 0 then r.gross_minor::numeric
    when r.fee_minor < 0 and r.net_minor is not null then greatest(- r.net_minor::numeric - r.fee_minor, 0)
    when r.net_minor is not null then greatest(abs(r.net_minor::numeric) - coalesce(r.fee_minor, 0), 0)
    else r.gross_minor
  end`,
  refund_currency: sql`coalesce(r.currency, o.currency)`,
  may_owe: sql`(
    o.amount_reason = 'overpaid' or o.payments > 1 or ' ' || o.findings || ' ' like '% PAID\\_AFTER\\_REJECTION %'
  )`,
};

function priced(condition: RawBuilder<unknown>) {
  return {
    owned: sql`(
      select w.*, o.owner_order_no, o.owner_merchant_id, f.expected_fee_minor,
             coalesce(f.differs, false) as fee_differs
      from ${OWNERS}
      left join work_fees f on f.order_no = w.order_no and f.logged_at = w.logged_at and f.digest = w.digest
      where ${condition}
    ) r`,
  };
}

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
