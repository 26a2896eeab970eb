-- Purpose: what this run would have the payments' results be.
-- Grain:   one row per payment.
-- Rules:   a payment's date is that of its completion, or of its reception where that is absent or impossible.
--          A payment is told from others of its order by a digest of its tradeNo, which fits an index.
--          Sub-merchant and method are the order's, money and times the payment's.
-- Parameters: run integer; regions, zones text[] (every region of the settings)

insert into work_payment_results (
  order_no, merchant_id, payment, from_run, paid_date, business_date, region, sub_merchant_id, trade_no,
  payment_method, currency, paid_minor, paid_at, received_at, outcome
)
with zones as (
  select region, zone
  from unnest(:regions::text[], :zones::text[]) as z (region, zone)
)
select p.order_no, p.merchant_id, coalesce(md5(p.payment_trade_no), ''), :run::integer,
       (
         case when p.completed_at is null or p.completed_impossible then p.received_at else p.completed_at end
         at time zone coalesce(z.zone, 'UTC')
       )::date,
       e.business_date, e.region, e.sub_merchant_id, p.payment_trade_no, e.payment_method, p.currency,
       p.amount_minor, p.completed_at, p.received_at, v.outcome
from work_payments p
join work_evidence e on e.order_no = p.order_no and e.merchant_id = p.merchant_id
join work_verdicts v on v.order_no = p.order_no and v.merchant_id = p.merchant_id
left join zones z on z.region = e.region
