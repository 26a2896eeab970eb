-- Purpose: keeps orders that have stored records which no run has judged yet, or not as a duplicate changed them.
-- Grain:   one row per order that is kept.
-- Parameters: none

with looked as (
  select k.order_no, k.merchant_id
  from work_purged_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  left join violations v on v.order_no = p.order_no and v.logged_at = p.logged_at and v.digest = p.digest
  left join judgings l on l.region = p.region
  where greatest(p.source_id, p.amended_by, v.source_id) > coalesce(l.last_source_id, 0)
    or p.requested_at > l.as_of
  union
  select k.order_no, k.merchant_id
  from work_purged_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  left join violations v on v.order_no = c.order_no and v.logged_at = c.logged_at and v.digest = c.digest
  left join judgings l on l.region = c.region
  where greatest(c.source_id, c.amended_by, v.source_id) > coalesce(l.last_source_id, 0)
    or c.received_at > l.as_of
)
delete from work_purged_keys as k
using looked l
where l.order_no = k.order_no and l.merchant_id = k.merchant_id
