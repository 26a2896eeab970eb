-- Purpose: what this run says the payments of orders with several should be; order_results has those of all others.
-- Grain:   one row per payment.
-- Rules:   a payment's date is that of its completion, or of its reception where that is absent or impossible.
--          A digest of its tradeNo, which fits into an index, is its key within the order.
--          Rows are in the order of reports, as in order_results.sql.
--          Sub-merchant and method are the order's, money and times the payment's.
--          A delay is in whole seconds, at least 0, cut to steps so that it can be counted. Whether it is late is decided
--          before it is cut.
-- Parameters: run integer; late_seconds integer; regions, zones text[]
-- Parts:   payment_delay, callback_delay: payment_seconds and callback_seconds, cut to steps

insert into work_separate_payments (
  order_no, merchant_id, payment, from_run, paid_date, business_date, region, sub_merchant_id, trade_no,
  payment_method, currency, paid_minor, paid_at, received_at, outcome, paid_hour, payment_delay_seconds,
  callback_delay_seconds, after_expiry, late
)
with judged as (
  select p.*, e.business_date, e.region, e.sub_merchant_id as order_sub_merchant_id,
         e.payment_method as order_method, e.expires_at, w.outcome, coalesce(z.zone, 'UTC') as zone,
         not (p.completed_at is null or p.completed_impossible) as measurable,
         case
           when e.created_at is not null
           then greatest(0, floor(extract(epoch from p.completed_at - e.created_at)))::bigint
         end as payment_seconds,
         greatest(0, floor(extract(epoch from p.received_at - p.completed_at)))::bigint as callback_seconds,
         extract(epoch from p.received_at - p.completed_at) > :late_seconds::integer as is_late
  from work_evidence e
  join work_payments p on p.order_no = e.order_no and p.merchant_id = e.merchant_id
  join work_verdicts w on w.order_no = e.order_no and w.merchant_id = e.merchant_id
  left join unnest(:regions::text[], :zones::text[]) as z (region, zone) on z.region = e.region
  where e.payments > 1
)
select order_no, merchant_id, coalesce(md5(payment_trade_no), ''), :run::integer,
       (case when measurable then completed_at else received_at end at time zone zone)::date,
       business_date, region, order_sub_merchant_id, payment_trade_no, order_method, currency, amount_minor,
       completed_at, received_at, outcome,
       case when measurable then extract(hour from completed_at at time zone zone)::integer end,
       case when measurable then :payment_delay end,
       case when measurable then :callback_delay end,
       case when measurable then completed_at > expires_at end,
       case when measurable then is_late end
from judged
order by 5, region, merchant_id, order_no, 3
