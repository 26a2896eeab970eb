-- Purpose: the payments of the orders whose records need not be read together.
-- Grain:   one row per order of single_orders.sql that was paid.
-- Rules:   those of payments.sql, with one paid notification.
-- Parameters: none

insert into work_payments (
  order_no, merchant_id, payment_trade_no, digest, trade_no, sub_merchant_id, payment_method, currency,
  amount_minor, amount_text, completed_at, completed_impossible, offset_source, received_at, conflicting
)
select e.order_no, e.merchant_id, e.paid_trade_no, null, e.paid_trade_no, e.paid_sub_merchant_id, e.paid_method,
       e.paid_currency, e.paid_minor::bigint, e.paid_text, e.paid_at, e.paid_at_impossible, e.offset_source,
       e.received_at, false
from work_evidence e
where e.payments > 0
  and not exists (
    select from work_grouped g where g.order_no = e.order_no and g.merchant_id = e.merchant_id
  )
