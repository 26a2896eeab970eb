-- Purpose: how long after their request orders of a method are usually due.
-- Grain:   one row per payment method of a region that was requested in the time range.
-- Rules:   nine in ten are due no later; orders without a method are those of the method none.
-- Parameters: region text; from_at, to_at timestamptz (whole five minutes)

with delays as (
  select payment_method, extract(epoch from due_at - slot_at)::integer as due_seconds, sum(orders) as orders
  from order_counts
  where slot_at >= :from_at::timestamptz
    and slot_at < :to_at::timestamptz
    and region = :region::text
  group by payment_method, due_seconds
),
running as (
  select payment_method, due_seconds,
         sum(orders) over (partition by payment_method order by due_seconds) as until_here,
         sum(orders) over (partition by payment_method) as all_orders
  from delays
)
select payment_method, min(due_seconds) as due_seconds
from running
where until_here >= 0.9 * all_orders
group by payment_method
order by payment_method
