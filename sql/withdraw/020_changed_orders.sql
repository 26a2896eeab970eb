-- Purpose: the orders whose verdict can change because sources are withdrawn: those of their records, those that share a
--          tradeNo with them by an unmatched callback, and those that rows of their statements belong to.
-- Grain:   one row per order.
-- Parameters: sources integer[] (those withdrawn)

insert into work_changed_orders (order_no, merchant_id)
with requests as materialized (
  select order_no, merchant_id, trade_no from pay_ins where source_id = any (:sources::integer[])
),
deliveries as materialized (
  select order_no, merchant_id, digest from callbacks where source_id = any (:sources::integer[])
),
asked_for as materialized (
  select distinct trade_no from requests where trade_no is not null
),
called_for as materialized (
  select distinct u.trade_no
  from deliveries d
  join unmatched_callbacks u on u.order_no = d.order_no and u.merchant_id = d.merchant_id and u.digest = d.digest
)
select order_no, merchant_id from requests
union
select order_no, merchant_id from deliveries
union
select order_no, merchant_id from pay_ins where amended_by = any (:sources::integer[])
union
select order_no, merchant_id from callbacks where amended_by = any (:sources::integer[])
union
select order_no, merchant_id from violations where source_id = any (:sources::integer[])
union
select r.matched_order_no, r.matched_merchant_id
from statements s
join statement_rows r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest
where s.source_id = any (:sources::integer[])
  and r.until_run is null
  and r.matched_order_no is not null
  and r.matched_merchant_id is not null
union
select u.order_no, u.merchant_id
from asked_for t
join unmatched_callbacks u on u.trade_no = t.trade_no
union
select p.order_no, p.merchant_id
from called_for t
join pay_ins p on p.trade_no = t.trade_no
