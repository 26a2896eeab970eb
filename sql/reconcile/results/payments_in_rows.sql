-- Purpose: takes the payments that payments_apart.sql keeps apart out of the rows of their orders.
-- Grain:   one row per order.
-- Rules:   the row of an order that was reversed keeps the date of the payment if money of it is owed from then on.
-- Parameters: none

update work_order_results w
set owed_since = case
      when w.outcome = 'REVERSED'
        and (w.amount_reason = 'overpaid' or ' ' || w.findings || ' ' like '% PAID\_AFTER\_REJECTION %')
      then w.paid_date
    end,
    payment_trade_no = null,
    paid_date = null,
    paid_hour = null,
    payment_delay_seconds = null,
    callback_delay_seconds = null,
    after_expiry = null,
    late = null
from work_separate_payments p
where w.payments = 1 and p.order_no = w.order_no and p.merchant_id = w.merchant_id
