-- Purpose: adds to the counts of orders what records of new sources change in them.
-- Grain:   one row per region, payment method, merchant, and five minutes of first request, deadline and first payment.
-- Rules:   an order is counted by what is known with the new sources, and taken out by what was known without them; it is
--          paid if a callback of paid status was ever received for it. Orders requested until from_at do not count. What
--          is at the end of five minutes belongs to them, because a look compares what was known until a time. Payment
--          methods are told apart by 64 characters: an index cannot have more than a third of a page.
-- Parameters: grace_seconds integer; from_at timestamptz; paid text[]
-- Parts:      changed (sql/watch/counts/005_changed_orders.sql)

insert into order_counts (region, payment_method, merchant_id, slot_at, due_at, paid_at, orders)
with changed as materialized (
  :changed
),
records as (
  select o.sign, p.order_no, p.merchant_id, p.region, left(coalesce(p.payment_method, 'none'), 64) as payment_method,
         p.requested_at, p.expires_at, null::timestamptz as received_at
  from changed o
  join pay_ins p on p.order_no = o.order_no and p.merchant_id = o.merchant_id and p.source_id <= o.last_source
  union all
  select o.sign, c.order_no, c.merchant_id, null, null, null, null, c.received_at
  from changed o
  join callbacks c on c.order_no = o.order_no and c.merchant_id = o.merchant_id and c.source_id <= o.last_source
  where c.status = any (:paid::text[])
    and c.verified is distinct from false
),
-- A window and no join of the two sides: its cost does not depend on statistics of new tables.
dated as (
  select sign, order_no, merchant_id, region, payment_method, requested_at, expires_at,
         min(received_at) over (partition by order_no, merchant_id, sign) as paid_at
  from records
),
asked as (
  select sign, region, payment_method, merchant_id, order_no, min(requested_at) as requested_at,
         min(expires_at) + make_interval(secs => :grace_seconds::integer) as due_at, min(paid_at) as paid_at
  from dated
  where requested_at is not null
  group by sign, region, payment_method, merchant_id, order_no
)
select region, payment_method, merchant_id,
       date_bin('5 minutes', requested_at - interval '1 microsecond', '2000-01-01 00:00:00Z'),
       date_bin('5 minutes', due_at - interval '1 microsecond', '2000-01-01 00:00:00Z'),
       coalesce(date_bin('5 minutes', paid_at - interval '1 microsecond', '2000-01-01 00:00:00Z'), 'infinity'),
       sum(sign)
from asked
where requested_at > :from_at::timestamptz
group by 1, 2, 3, 4, 5, 6
having sum(sign) <> 0
on conflict (region, slot_at, payment_method, merchant_id, due_at, paid_at)
do update set orders = order_counts.orders + excluded.orders
