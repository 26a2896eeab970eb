-- Purpose: the orders of most rows that have none yet: the row has the order number of one order, and the tradeNo of its
--          response; or it has no tradeNo, but merchant and order number.
-- Grain:   one row per row of a statement that has such an order.
-- Rules:   other_owners.sql would find the same order: where several orders have a tradeNo in their responses, a row belongs
--          to the one of them that has its order number.
-- Parameters: as_of timestamptz; known_source, last_source integer (the newest sources that any run before and this run know)

insert into work_owners (order_no, logged_at, digest, owner_order_no, owner_merchant_id, is_known)
select r.order_no, r.logged_at, r.digest, min(p.order_no), min(p.merchant_id),
       min(p.source_id) <= :known_source::integer
from work_rows r
join pay_ins p
  on p.order_no = r.order_no
 and (
   p.trade_no = r.trade_no and (r.merchant_id = '' or p.merchant_id = r.merchant_id)
   or r.trade_no is null and p.merchant_id = r.merchant_id
 )
left join work_owners w on w.order_no = r.order_no and w.logged_at = r.logged_at and w.digest = r.digest
where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer and w.digest is null
group by r.order_no, r.logged_at, r.digest
having min(p.merchant_id) = max(p.merchant_id)
