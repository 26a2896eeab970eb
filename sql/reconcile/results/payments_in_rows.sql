-- Purpose: takes the payments that payments_apart.sql keeps apart out of the rows of their orders.
-- Grain:   one row per order.
-- Parameters: none

update work_order_results w
set payment_trade_no = null,
    paid_date = null,
    paid_hour = null,
    payment_delay_seconds = null,
    callback_delay_seconds = null,
    after_expiry = null,
    late = null
from work_separate_payments p
where w.payments = 1 and p.order_no = w.order_no and p.merchant_id = w.merchant_id
