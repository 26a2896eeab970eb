-- Purpose: what was returned of each order, and whether it is more than was paid.
-- Grain:   one row per order with refunds or chargebacks.
-- Rules:   every currency is compared by itself, and what was paid in another is nothing. What has no currency counts in that of the
--          order's payment. returned is what was returned in the currency of the payment, else in that of the latest refund. Of several
--          currencies that exceed, that of the payment comes first, then that of the latest refund.
-- Parameters: none
-- Parts:   refund_currency (the currency in which refunds r of an order o count)

insert into work_returned (
  order_no, merchant_id, returned_currency, returned_minor, exceeding_currency, exceeding_minor, returnable_minor
)
with orders as (
  select e.order_no, e.merchant_id, e.payments, e.paid_currency as currency, e.paid_minor
  from work_evidence e
),
refunds as (
  select o.order_no, o.merchant_id, o.payments, o.currency as paid_currency, o.paid_minor, :refund_currency as currency,
         sum(r.minor) as minor, max(r.latest_at) as latest_at
  from orders o
  join work_refunds r on r.order_no = o.order_no and r.merchant_id = o.merchant_id
  group by o.order_no, o.merchant_id, o.payments, o.currency, o.paid_minor, :refund_currency
),
paid as (
  select p.order_no, p.merchant_id, p.currency,
         case when count(*) = count(p.amount_minor) then sum(p.amount_minor::numeric) end as minor
  from (select distinct order_no, merchant_id from work_refunds) r
  join work_payments p on p.order_no = r.order_no and p.merchant_id = r.merchant_id
  group by p.order_no, p.merchant_id, p.currency
),
compared as (
  select r.order_no, r.merchant_id, r.paid_currency, r.currency, r.minor, r.latest_at,
         case
           when r.payments = 1 and r.currency <> r.paid_currency then 0
           when r.payments = 1 then r.paid_minor
           when p.order_no is null then 0
           else p.minor
         end as returnable_minor
  from refunds r
  left join paid p
    on p.order_no = r.order_no and p.merchant_id = r.merchant_id and p.currency is not distinct from r.currency
),
ranked as (
  select c.*, minor > returnable_minor as exceeds,
         row_number() over (
           partition by order_no, merchant_id
           order by (currency = paid_currency) is not true, currency is null, latest_at desc, currency
         ) as place,
         row_number() over (
           partition by order_no, merchant_id, minor > returnable_minor
           order by (currency = paid_currency) is not true, currency is null, latest_at desc, currency
         ) as place_among
  from compared c
)
select order_no, merchant_id, min(currency) filter (where place = 1), min(minor) filter (where place = 1),
       min(currency) filter (where exceeds and place_among = 1), min(minor) filter (where exceeds and place_among = 1),
       min(returnable_minor) filter (where exceeds and place_among = 1)
from ranked
group by order_no, merchant_id
