-- Purpose: what the rows of statements say of each order in a lane that has only one, as most have.
-- Grain:   one row per order with one row, if that is of a payment that was paid, failed or reversed.
-- Rules:   it says the same as sums of one row would; stated_by_order.sql has orders with several.
-- Parameters: scaled integer[]

insert into work_stated (
  order_no, merchant_id, paid_rows, stated_since, compared_low, compared_high, currency_low, currency_high, failed_rows,
  stated_currency, stated_minor, fee_minor, net_minor, expected_fee_minor, settled_on, payout_id, fee_differs,
  net_differs
)
select r.owner_order_no, r.owner_merchant_id, 1, r.stated_at,
       case when r.source_id <> all (:scaled::integer[]) then r.gross_minor end,
       case when r.source_id <> all (:scaled::integer[]) then r.gross_minor end,
       r.currency, r.currency, 0, r.currency, r.gross_minor, r.fee_minor, r.net_minor, r.expected_fee_minor,
       r.settled_on, r.payout_id, r.fee_differs, (r.net_minor <> r.gross_minor - r.fee_minor) is true
from work_new_rows r
where r.is_only and r.type = 'payment' and r.status = 'paid'
union all
select owner_order_no, owner_merchant_id, 0, null, null, null, null, null, 1, null, null, null, null, null, null, null,
       false, false
from work_new_rows
where is_only and type = 'payment' and status in ('failed', 'reversed')
