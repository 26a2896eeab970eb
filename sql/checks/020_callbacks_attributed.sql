-- Purpose: every callback of the chosen orders that counts belongs to exactly one order, and that order was judged by it.
-- Grain:   one row per count that does not tie.
-- Parameters: as_of timestamptz; last_source integer (the newest source that this run knows)

with visible as (
  select count(*) as callbacks
  from work_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
),
times_each as (
  select c.order_no, c.merchant_id, c.digest, count(*) as times
  from work_callbacks c
  join work_grouped g on g.order_no = c.order_no and g.merchant_id = c.merchant_id
  group by c.order_no, c.merchant_id, c.digest
),
grouped as (
  select coalesce(sum(times), 0) as callbacks, count(*) as distinct_callbacks
  from times_each
),
single as (
  select coalesce(sum(e.notifications), 0) as callbacks
  from work_evidence e
  where e.notifications > 0
    and not exists (
      select from work_grouped g where g.order_no = e.order_no and g.merchant_id = e.merchant_id
    )
)
select 'callbacks that belong to an order' as what, v.callbacks::text as expected,
       (g.callbacks + s.callbacks)::text as actual
from visible v, grouped g, single s
where v.callbacks <> g.callbacks + s.callbacks or g.callbacks <> g.distinct_callbacks
