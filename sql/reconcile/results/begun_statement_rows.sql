-- Purpose: the rows of statements, of those that an earlier run may have judged, that begin to count, or are judged otherwise.
-- Grain:   one row per row of a statement.
-- Parameters: none

insert into statement_rows (
  order_no, logged_at, digest, from_run, row_date, region, matched, matched_order_no, matched_merchant_id,
  sub_merchant_id, expected_fee_minor, findings, merchant_id, trade_no, row_id, type, status, payment_method, currency,
  gross_minor, fee_minor, net_minor, completed_at, settled_on, payout_id, source_id, line, in_other_currency
)
select w.order_no, w.logged_at, w.digest, w.from_run, w.row_date, w.region, w.matched, w.matched_order_no,
       w.matched_merchant_id, w.sub_merchant_id, w.expected_fee_minor, w.findings, w.merchant_id, w.trade_no, w.row_id,
       w.type, w.status, w.payment_method, w.currency, w.gross_minor, w.fee_minor, w.net_minor, w.completed_at,
       w.settled_on, w.payout_id, w.source_id, w.line, w.in_other_currency
from work_statement_rows w
left join statement_rows kept
  on kept.order_no = w.order_no and kept.logged_at = w.logged_at and kept.digest = w.digest and kept.until_run is null
where kept.order_no is null
