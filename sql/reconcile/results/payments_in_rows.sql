-- Purpose: takes the payments that payments_apart.sql keeps apart out of the rows of their orders.
-- Grain:   one row per order.
-- Rules:   the row of an order that was reversed keeps the date of the payment if money of it is owed from then on.
-- Parameters: none
-- Parts:   may_owe (whether an order o can owe money to its payer)

update work_order_results o
set owed_since = case
      when o.outcome = 'REVERSED' and :may_owe then o.paid_date
    end,
    payment_trade_no = null,
    paid_date = null,
    paid_hour = null,
    payment_delay_seconds = null,
    callback_delay_seconds = null,
    after_expiry = null,
    late = null
from work_separate_payments p
where o.payments = 1 and p.order_no = o.order_no and p.merchant_id = o.merchant_id
