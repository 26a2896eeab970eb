-- Purpose: every callback that counts belongs to exactly one order.
-- Grain:   one row per callback that belongs to none, or to several.
-- Rules:   It belongs to the order of its own key, if that is no ORPHAN; as an orphan, to the ORPHAN of its own key; or
--          by its tradeNo to an order with the same number or merchant, which says KEY_MISMATCH. It has to if it is
--          known, as in 030, to the newest runs of every region of its key, and of the orders that it could belong to.
--          What was read after these waits, and is no fault.
-- Parameters: none

with judged as (
  select order_no, merchant_id, outcome, findings
  from order_results
  where until_run is null
),
placed as (
  select c.order_no, c.merchant_id, c.digest, c.trade_no, c.region, c.source_id, c.received_at,
         (j.order_no is not null)::integer + (o.order_no is not null)::integer as places
  from callbacks c
  left join judged j
    on j.order_no = c.order_no and j.merchant_id = c.merchant_id and j.outcome <> 'ORPHAN'
  left join orphan_results o
    on o.order_no = c.order_no and o.merchant_id = c.merchant_id and o.digest = c.digest and o.until_run is null
  where c.verified is distinct from false
),
unplaced as materialized (
  select p.*,
         exists (
           select from pay_ins r where r.order_no = p.order_no and r.merchant_id = p.merchant_id
         ) as has_pay_in
  from placed p
  where p.places = 0
),
owners as materialized (
  select distinct s.digest, s.order_no as own_order_no, s.source_id, s.received_at, r.order_no, r.merchant_id
  from unplaced s
  join pay_ins r on r.trade_no = s.trade_no
  where r.order_no = s.order_no or r.merchant_id = s.merchant_id
),
attributed as materialized (
  select w.digest, w.own_order_no,
         count(distinct (w.order_no, w.merchant_id))
           filter (where 'KEY_MISMATCH' = any (string_to_array(j.findings, ' '))) as places,
         bool_and(not exists (
           select from pay_ins r
           where r.order_no = w.order_no
             and r.merchant_id = w.merchant_id
             and not exists (
               select from looks l
               where l.region = r.region
                 and greatest(w.source_id, r.source_id) <= l.last_source_id
                 and greatest(w.received_at, r.requested_at) <= l.as_of
             )
         )) as is_known
  from owners w
  left join judged j on j.order_no = w.order_no and j.merchant_id = w.merchant_id
  group by w.digest, w.own_order_no
),
off as (
  select order_no, merchant_id, digest, places from placed where places > 1
  union all
  select s.order_no, s.merchant_id, s.digest, coalesce(a.places, 0)
  from unplaced s
  left join attributed a on a.digest = s.digest and a.own_order_no = s.order_no
  where coalesce(a.places, 0) <> 1
    and coalesce(a.is_known, true)
    -- One whose own order has a request that no run knew yet waits with that order.
    and not s.has_pay_in
    and not exists (
      select from callbacks c
      where c.order_no = s.order_no
        and c.merchant_id = s.merchant_id
        and c.verified is distinct from false
        and not exists (
          select from looks l
          where l.region = c.region and s.source_id <= l.last_source_id and s.received_at <= l.as_of
        )
    )
)
select 'orders of callback ' || digest || ' for order ' || order_no || ' of merchant ' || merchant_id as what,
       '1' as expected, places::text as actual
from off
order by order_no collate "C", merchant_id collate "C", digest
limit 20
