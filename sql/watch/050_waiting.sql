-- Purpose: the money of unpaid orders.
-- Grain:   one row per currency.
-- Rules:   an order counts with the amount of its first request; it is unpaid if no callback of paid status was
--          received for it until seen_until.
-- Units:   minor in minor units of the currency
-- Parameters: region text; payment_method, merchant_id text (null: all); from_at, to_at, seen_until timestamptz; paid
--             text[]

with asked as (
  select order_no, merchant_id,
         (array_agg(currency order by requested_at, digest))[1] as currency,
         (array_agg(amount_minor order by requested_at, digest))[1] as minor
  from pay_ins
  where requested_at > :from_at::timestamptz
    and requested_at <= :to_at::timestamptz
    and region = :region::text
    and (:payment_method::text is null or left(coalesce(payment_method, 'none'), 64) = :payment_method::text)
    and (:merchant_id::text is null or merchant_id = :merchant_id::text)
  group by order_no, merchant_id
),
notified as (
  select distinct order_no, merchant_id
  from callbacks
  where received_at > :from_at::timestamptz - interval '1 hour'
    and received_at <= :seen_until::timestamptz
    and status = any (:paid::text[])
    and verified is distinct from false
)
select a.currency, sum(a.minor)::text as minor
from asked a
left join notified t on t.order_no = a.order_no and t.merchant_id = a.merchant_id
where t.order_no is null and a.currency is not null and a.minor is not null
group by a.currency
order by a.currency
