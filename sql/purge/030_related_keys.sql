-- Purpose: orders that share a tradeNo with an unmatched callback are purged together with it, or all of them are kept.
-- Grain:   one row per order that is kept. Run until it changes none.
-- Parameters: none

with unmatched as materialized (
  select distinct trade_no from unmatched_callbacks
),
related as (
  select trade_no, order_no, merchant_id from unmatched_callbacks
  union
  select p.trade_no, p.order_no, p.merchant_id
  from unmatched s
  join pay_ins p on p.trade_no = s.trade_no
),
kept as materialized (
  select distinct n.trade_no
  from related n
  left join work_purged_keys k on k.order_no = n.order_no and k.merchant_id = n.merchant_id
  where k.order_no is null
),
bound as (
  select distinct n.order_no, n.merchant_id
  from kept t
  join related n on n.trade_no = t.trade_no
)
delete from work_purged_keys as k
using bound b
where b.order_no = k.order_no and b.merchant_id = k.merchant_id
