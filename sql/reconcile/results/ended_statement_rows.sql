-- Purpose: ends the rows of statements that no longer count, or that this run judges otherwise.
-- Grain:   one row per row of a statement.
-- Parameters: run integer

update statement_rows r
set until_run = :run::integer
from (
  select c.order_no, c.logged_at, c.digest, c.from_run
  from (
    select order_no, logged_at, digest from work_revisited
    union
    select order_no, logged_at, digest from work_rows where is_known
  ) k
  join statement_rows c on c.order_no = k.order_no and c.logged_at = k.logged_at and c.digest = k.digest
  left join work_statement_rows w on w.order_no = c.order_no and w.logged_at = c.logged_at and w.digest = c.digest
  where c.until_run is null
    and (
      w.order_no is null
      or (
        w.row_date, w.region, w.matched, w.matched_order_no, w.matched_merchant_id, w.sub_merchant_id,
        w.expected_fee_minor, w.findings, w.merchant_id, w.trade_no, w.row_id, w.type, w.status, w.payment_method,
        w.currency, w.gross_minor, w.fee_minor, w.net_minor, w.completed_at, w.settled_on, w.payout_id,
        w.source_id, w.line, w.in_other_currency
      ) is distinct from (
        c.row_date, c.region, c.matched, c.matched_order_no, c.matched_merchant_id, c.sub_merchant_id,
        c.expected_fee_minor, c.findings, c.merchant_id, c.trade_no, c.row_id, c.type, c.status, c.payment_method,
        c.currency, c.gross_minor, c.fee_minor, c.net_minor, c.completed_at, c.settled_on, c.payout_id,
        c.source_id, c.line, c.in_other_currency
      )
    )
) gone
where r.order_no = gone.order_no
  and r.logged_at = gone.logged_at
  and r.digest = gone.digest
  and r.from_run = gone.from_run
