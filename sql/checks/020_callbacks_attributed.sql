-- Purpose: every callback of the orders at hand that counts belongs to exactly one order.
-- Grain:   one row per count that does not tie.
-- Parameters: as_of timestamptz; last_source integer (the newest that this run knows)

with visible as (
  select count(*) as callbacks
  from work_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
),
times_each as (
  select order_no, merchant_id, digest, count(*) as times
  from work_callbacks
  group by order_no, merchant_id, digest
),
attributed as (
  select coalesce(sum(times), 0) as callbacks, count(*) as distinct_callbacks
  from times_each
)
select 'callbacks that belong to an order' as what, v.callbacks::text as expected, a.callbacks::text as actual
from visible v, attributed a
where v.callbacks <> a.callbacks or a.callbacks <> a.distinct_callbacks
