-- Purpose: keeps the payment of an order apart from its row, where the row that holds now was written so: before payments
--          were part of it. Otherwise that row would change, and with it every old date.
-- Grain:   one row per order. Its payment leaves the row by payments_in_rows.sql.
-- Parameters: none

insert into work_separate_payments (
  order_no, merchant_id, payment, from_run, paid_date, business_date, region, sub_merchant_id, trade_no,
  payment_method, currency, paid_minor, paid_at, received_at, outcome, paid_hour, payment_delay_seconds,
  callback_delay_seconds, after_expiry, late
)
select w.order_no, w.merchant_id, coalesce(md5(w.payment_trade_no), ''), w.from_run, w.paid_date, w.business_date,
       w.region, w.sub_merchant_id, w.payment_trade_no, w.payment_method, w.paid_currency, w.paid_minor::bigint,
       w.paid_at, w.received_at, w.outcome, w.paid_hour, w.payment_delay_seconds, w.callback_delay_seconds,
       w.after_expiry, w.late
from work_known k
join order_rows r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
join work_order_results w on w.order_no = k.order_no and w.merchant_id = k.merchant_id
where r.until_run is null and r.payments = 1 and r.paid_date is null and w.paid_date is not null
