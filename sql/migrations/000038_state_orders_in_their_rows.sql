-- Purpose: keeps what statements say of an order in the order's own row: every run wrote both side by side, and every report
--          joined them again.
-- Grain:   order_rows: one row per order and stretch of runs, a stretch ends where what statements say changed too.
-- Rules:   a stretch of an order within which what statements say began, changed or ended is divided there.
-- Units:   _minor in minor units of stated_currency, returned_minor of returned_currency.

alter table order_rows
  add column stated_currency text collate "C",
  add column stated_minor numeric(38),
  add column fee_minor numeric(38),
  add column net_minor numeric(38),
  add column settled_on date,
  add column payout_id text collate "C",
  add column returned_currency text collate "C",
  add column returned_minor numeric(38);

alter table work_order_results
  add column stated_currency text collate "C",
  add column stated_minor numeric(38),
  add column fee_minor numeric(38),
  add column net_minor numeric(38),
  add column settled_on date,
  add column payout_id text collate "C",
  add column returned_currency text collate "C",
  add column returned_minor numeric(38);

insert into order_rows (
  order_no, merchant_id, from_run, until_run, business_date, region, sub_merchant_id, trade_no, payment_method, currency,
  requested_currency, requested_minor, requested_text, paid_currency, paid_minor, paid_text, difference_minor,
  amount_reason, outcome, stuck_reason, findings, requested_at, paid_at, offset_source, received_at, expires_at,
  deadline_at, payments, account_no, response_code, response_status, closed_on, payment_trade_no, paid_date, paid_hour,
  payment_delay_seconds, callback_delay_seconds, after_expiry, late
)
select r.order_no, r.merchant_id, s.run, r.until_run, r.business_date, r.region, r.sub_merchant_id, r.trade_no,
       r.payment_method, r.currency, r.requested_currency, r.requested_minor, r.requested_text, r.paid_currency,
       r.paid_minor, r.paid_text, r.difference_minor, r.amount_reason, r.outcome, r.stuck_reason, r.findings,
       r.requested_at, r.paid_at, r.offset_source, r.received_at, r.expires_at, r.deadline_at, r.payments, r.account_no,
       r.response_code, r.response_status, r.closed_on, r.payment_trade_no, r.paid_date, r.paid_hour,
       r.payment_delay_seconds, r.callback_delay_seconds, r.after_expiry, r.late
from (
  select order_no, merchant_id, from_run as run from stated_orders
  union
  select order_no, merchant_id, until_run from stated_orders where until_run is not null
) s
join order_rows r
  on r.order_no = s.order_no
 and r.merchant_id = s.merchant_id
 and r.from_run < s.run
 and (r.until_run is null or r.until_run > s.run);

update order_rows r
set until_run = n.next_run
from (
  select order_no, merchant_id, from_run,
         lead(from_run) over (partition by order_no, merchant_id order by from_run) as next_run
  from order_rows
  where (order_no, merchant_id) in (select order_no, merchant_id from stated_orders)
) n
where n.order_no = r.order_no
  and n.merchant_id = r.merchant_id
  and n.from_run = r.from_run
  and n.next_run < coalesce(r.until_run, 2147483647);

update order_rows r
set stated_currency = s.stated_currency,
    stated_minor = s.stated_minor,
    fee_minor = s.fee_minor,
    net_minor = s.net_minor,
    settled_on = s.settled_on,
    payout_id = s.payout_id,
    returned_currency = s.returned_currency,
    returned_minor = s.returned_minor
from stated_orders s
where s.order_no = r.order_no
  and s.merchant_id = r.merchant_id
  and s.from_run <= r.from_run
  and (s.until_run is null or s.until_run > r.from_run);

drop table stated_orders;

drop table work_stated_orders;

create or replace view order_results as
select order_no, merchant_id, from_run, until_run, business_date, region, sub_merchant_id, trade_no, payment_method,
       currency, requested_currency, requested_minor, requested_text, paid_currency, paid_minor, paid_text,
       difference_minor, amount_reason, outcome, stuck_reason, findings, requested_at, paid_at, offset_source,
       received_at, expires_at, deadline_at, payments, account_no, response_code, response_status, closed_on,
       payment_trade_no, paid_date, paid_hour, payment_delay_seconds, callback_delay_seconds, after_expiry, late,
       stated_currency, stated_minor, fee_minor, net_minor, settled_on, payout_id, returned_currency, returned_minor
from order_rows
where from_run <= (select coalesce(max(run_id), 0) from runs);
