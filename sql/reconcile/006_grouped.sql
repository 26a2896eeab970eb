-- Purpose: the orders at hand whose records must be read together. All others, and so nearly all, have one request with
--          its response, and at most one callback, which is theirs.
-- Grain:   one row per order: of several pay-in records or none, of several callbacks, or with an unverified callback, a
--          violation, a response logged by itself, or a tradeNo that a stray callback has.
-- Parameters: as_of timestamptz; last_source integer (the newest that this run knows)

insert into work_grouped (order_no, merchant_id)
with stray_trade_nos as materialized (
  select distinct trade_no from strays
),
owners as materialized (
  select distinct p.order_no, p.merchant_id
  from stray_trade_nos s
  join pay_ins p on p.trade_no = s.trade_no
),
records as (
  select k.order_no, k.merchant_id, 1 as pay_in, 0 as callback, not p.has_request as is_odd
  from work_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
  union all
  select k.order_no, k.merchant_id, 0, 1, c.verified is not distinct from false
  from work_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz and c.source_id <= :last_source::integer
  union all
  select k.order_no, k.merchant_id, 0, 0, true
  from work_keys k
  join violations v on v.order_no = k.order_no and v.merchant_id = k.merchant_id
  where v.source_id <= :last_source::integer
),
counted as (
  select order_no, merchant_id, sum(pay_in) as pay_ins, sum(callback) as callbacks, bool_or(is_odd) as is_odd
  from records
  group by order_no, merchant_id
)
select c.order_no, c.merchant_id
from counted c
left join owners o on o.order_no = c.order_no and o.merchant_id = c.merchant_id
where c.pay_ins <> 1 or c.callbacks > 1 or c.is_odd or o.order_no is not null
