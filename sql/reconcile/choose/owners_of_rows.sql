-- Purpose: the orders whose verdict can change because rows of statements did: those that a row belongs to now and that an
--          earlier run judged, and those that it belonged to before. Also new orders with refunds, which are compared with their
--          payments apart.
-- Grain:   one row per order that is not in work_keys yet.
-- Parameters: none

insert into work_keys (order_no, merchant_id, round)
with owners as materialized (
  select owner_order_no as order_no, owner_merchant_id as merchant_id from work_owners where is_known
  union
  select o.owner_order_no, o.owner_merchant_id
  from work_owners o
  join work_rows w on w.order_no = o.order_no and w.logged_at = o.logged_at and w.digest = o.digest
  where not o.is_known and w.type in ('refund', 'chargeback')
  union
  select r.matched_order_no, r.matched_merchant_id
  from work_revisited w
  join statement_rows r on r.order_no = w.order_no and r.logged_at = w.logged_at and r.digest = w.digest
  where r.until_run is null and r.matched_order_no is not null
)
select o.order_no, o.merchant_id, 0
from owners o
left join work_keys w on w.order_no = o.order_no and w.merchant_id = o.merchant_id
where w.order_no is null
