-- Purpose: keeps orders with an unverified callback that rejected-records.csv of a version that stays may list: without a pay-in
--          record that its run knew, also if there is one now.
-- Grain:   one row per order that is kept.
-- Rules:   those of sources that were read from the limit on, and those that were withdrawn since the first of these versions.
-- Parameters: read_before timestamptz; since bigint (the newest entry of the audit trail that the first of these versions
--             includes; null: there are none)

with listed as (
  select c.order_no, c.merchant_id
  from callbacks c
  join sources s on s.source_id = c.source_id
  where c.verified = false and s.read_at >= :read_before::timestamptz
  union
  select w.order_no, w.merchant_id
  from withdrawn_records w
  join sources s on s.source_id = w.source_id
  where w.entry > :since::bigint
    and w.kind = 'callback'
    and (w.record ->> 'verified')::boolean = false
    and s.read_at >= :read_before::timestamptz
)
delete from work_purged_keys as k
using listed l
where l.order_no = k.order_no and l.merchant_id = k.merchant_id
