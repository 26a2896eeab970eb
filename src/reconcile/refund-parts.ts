import { sql } from 'kysely';

/**
 * What refunds and chargebacks return, as parts of the SQL files that sum them by order and by date: refunds-due.csv and
 * roll-forward.csv have the same sums.
 * - `returned_minor`: what a row `r` returns. One without a gross amount, or of zero, counts by its net amount less its fee, and
 *   never lowers what others return.
 * - `refund_currency`: the currency in which refunds `r` of an order `o` count, which has its payment's: their own, else that
 *   of the payment.
 * - `may_owe`: whether an order `o` can owe money to its payer.
 */
export const REFUND_PARTS = {
  returned_minor: sql`case
    when r.gross_minor <> 0 then r.gross_minor::numeric
    when r.net_minor is not null then greatest(abs(r.net_minor::numeric) - coalesce(r.fee_minor, 0), 0)
    else r.gross_minor
  end`,
  refund_currency: sql`coalesce(r.currency, o.currency)`,
  may_owe: sql`(
    o.amount_reason = 'overpaid' or o.payments > 1 or ' ' || o.findings || ' ' like '% PAID\\_AFTER\\_REJECTION %'
  )`,
};
