-- Purpose: every callback that counts belongs to exactly one order.
-- Grain:   one row per callback that belongs to none, or to several.
-- Rules:   It belongs to the order of its own key, if that is no ORPHAN; as an orphan, to the ORPHAN of its own key; or
--          by its tradeNo to an order with the same number or merchant, which then has KEY_MISMATCH. This is required
--          if it is known, as in 030, to the newest runs of every region of its key, and of the orders that it could
--          belong to. Records read after these runs are not a fault.
-- Parameters: none

with looked as materialized (
  select region, last_source_id, as_of from judgings
),
placed as (
  select c.order_no, c.merchant_id, c.digest, c.trade_no, c.region, c.source_id, c.received_at,
         (j.order_no is not null)::integer + (o.order_no is not null)::integer as places
  from callbacks c
  left join order_results j
    on j.order_no = c.order_no and j.merchant_id = c.merchant_id and j.until_run is null and j.outcome <> 'ORPHAN'
  left join orphan_results o
    on o.order_no = c.order_no and o.merchant_id = c.merchant_id and o.digest = c.digest and o.until_run is null
  where c.verified is distinct from false
),
misplaced as materialized (
  select * from placed where places <> 1
),
unplaced as materialized (
  select * from misplaced where places = 0
),
keys as materialized (
  select distinct order_no, merchant_id from unplaced
),
requested as materialized (
  select distinct r.order_no, r.merchant_id
  from keys k
  join pay_ins r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
),
-- How far the newest runs of all regions of a key with callbacks know them; no row for a key with a region without a run.
reached as materialized (
  select r.order_no, r.merchant_id, min(l.last_source_id) as last_source_id, min(l.as_of) as as_of
  from (
    select distinct c.order_no, c.merchant_id, c.region
    from keys k
    join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
    where c.verified is distinct from false
  ) r
  left join looked l on l.region = r.region
  group by r.order_no, r.merchant_id
  having count(*) = count(l.region)
),
owners as materialized (
  select distinct s.digest, s.order_no as own_order_no, s.source_id, s.received_at, r.order_no, r.merchant_id
  from unplaced s
  join pay_ins r on r.trade_no = s.trade_no
  where r.order_no = s.order_no or r.merchant_id = s.merchant_id
),
owners_with_mismatch as materialized (
  select distinct w.digest, w.own_order_no, w.order_no, w.merchant_id
  from owners w
  join order_results j on j.order_no = w.order_no and j.merchant_id = w.merchant_id
  where j.until_run is null and 'KEY_MISMATCH' = any (string_to_array(j.findings, ' '))
),
owners_not_known as materialized (
  select distinct w.digest, w.own_order_no
  from owners w
  join pay_ins r on r.order_no = w.order_no and r.merchant_id = w.merchant_id
  left join looked l on l.region = r.region
  where (
      greatest(w.source_id, r.source_id) <= l.last_source_id
      and greatest(w.received_at, r.requested_at) <= l.as_of
    ) is not true
),
attributed as (
  select digest, own_order_no, count(*) as places
  from owners_with_mismatch
  group by digest, own_order_no
),
off as (
  select order_no, merchant_id, digest, places from misplaced where places > 1
  union all
  select s.order_no, s.merchant_id, s.digest, coalesce(a.places, 0)
  from unplaced s
  left join attributed a on a.digest = s.digest and a.own_order_no = s.order_no
  left join owners_not_known u on u.digest = s.digest and u.own_order_no = s.order_no
  -- A callback whose own order has a request that no run knew yet is judged with that order.
  left join requested r on r.order_no = s.order_no and r.merchant_id = s.merchant_id
  join reached k on k.order_no = s.order_no and k.merchant_id = s.merchant_id
  where coalesce(a.places, 0) <> 1
    and u.digest is null
    and r.order_no is null
    and s.source_id <= k.last_source_id
    and s.received_at <= k.as_of
)
select 'orders of callback ' || digest || ' for order ' || order_no || ' of merchant ' || merchant_id as what,
       '1' as expected, places::text as actual
from off
order by order_no collate "C", merchant_id collate "C", digest
limit 20
