-- Purpose: orders and how many of them were paid, by when they were requested.
-- Grain:   one row per payment method, merchant and slot (slot 0 is the newest) that has any.
-- Rules:   an order is paid if a callback of paid status was received for it until seen_until; with only_due, only
--          orders whose deadline was over by then count.
-- Parameters: region text; methods text[] (null: all); from_at, to_at, seen_until timestamptz (whole five minutes);
--             only_due boolean

select payment_method, merchant_id,
       (extract(epoch from :to_at::timestamptz - slot_at) / 300)::integer - 1 as slot,
       sum(orders)::integer as orders,
       coalesce(sum(orders) filter (where paid_at < :seen_until::timestamptz), 0)::integer as paid
from order_counts
where slot_at >= :from_at::timestamptz
  and slot_at < :to_at::timestamptz
  and region = :region::text
  and (:methods::text[] is null or payment_method = any (:methods::text[]))
  and (not :only_due::boolean or due_at < :seen_until::timestamptz)
group by payment_method, merchant_id, slot
having sum(orders) > 0
order by payment_method, merchant_id, slot
