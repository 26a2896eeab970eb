-- Purpose: orders and how many of them were paid, by when they were requested.
-- Grain:   one row per payment method, merchant and slot (slot 0 is the newest) that has any.
-- Rules:   an order is paid if a callback of paid status was received for it until seen_until; with only_due, only
--          orders whose deadline was over by then count.
-- Parameters: region text; methods text[] (null: all); from_at, to_at, seen_until timestamptz; slot_seconds,
--             grace_seconds integer; only_due boolean; paid text[]

with asked as (
  select coalesce(payment_method, 'none') as payment_method, merchant_id, order_no, min(requested_at) as requested_at
  from pay_ins
  where requested_at > :from_at::timestamptz
    and requested_at <= :to_at::timestamptz
    and region = :region::text
    and (:methods::text[] is null or coalesce(payment_method, 'none') = any (:methods::text[]))
    and (not :only_due::boolean
         or expires_at + make_interval(secs => :grace_seconds::integer) <= :seen_until::timestamptz)
  group by coalesce(payment_method, 'none'), merchant_id, order_no
),
notified as (
  select distinct order_no, merchant_id
  from callbacks
  where received_at > :from_at::timestamptz - interval '1 hour'
    and received_at <= :seen_until::timestamptz
    and status = any (:paid::text[])
    and verified is distinct from false
)
select a.payment_method, a.merchant_id,
       floor(extract(epoch from :to_at::timestamptz - a.requested_at) / :slot_seconds::integer)::integer as slot,
       count(*)::integer as orders,
       count(t.order_no)::integer as paid
from asked a
left join notified t on t.order_no = a.order_no and t.merchant_id = a.merchant_id
group by a.payment_method, a.merchant_id, slot
order by a.payment_method, a.merchant_id, slot
