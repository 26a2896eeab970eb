-- Purpose: the date from which the money of an order is owed that was reversed and has several payments: that of its deciding
--          payment. It was owed from the reversal, which may be earlier or later.
-- Grain:   order_rows: one row per order and stretch of runs. Of all other orders, and of results of earlier rules, owed_since is
--          null: they go on by paid_date and closed_on.

alter table order_rows add column owed_since date;

alter table work_order_results add column owed_since date;

create or replace view order_results as
select order_no, merchant_id, from_run, until_run, business_date, region, sub_merchant_id, trade_no, payment_method,
       currency, requested_currency, requested_minor, requested_text, paid_currency, paid_minor, paid_text,
       difference_minor, amount_reason, outcome, stuck_reason, findings, requested_at, paid_at, offset_source,
       received_at, expires_at, deadline_at, payments, account_no, response_code, response_status, closed_on,
       payment_trade_no, paid_date, paid_hour, payment_delay_seconds, callback_delay_seconds, after_expiry, late,
       stated_currency, stated_minor, fee_minor, net_minor, settled_on, payout_id, returned_currency, returned_minor,
       owed_since
from order_rows
where from_run <= (select coalesce(max(run_id), 0) from runs);
