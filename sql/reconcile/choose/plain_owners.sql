-- Purpose: the orders of most rows that have none yet: the row has the order number of one order, and the tradeNo of its
--          response; or it has no tradeNo, but merchant and order number.
-- Grain:   one row per row of a statement that has such an order.
-- Rules:   other_owners.sql would find the same order: where several orders have a tradeNo in their responses, a row belongs
--          to the one of them that has its order number.
-- Parts:   plainly_means: whether a row s plainly means the order of a record p that has its number
-- Parameters: as_of timestamptz; known_source, last_source integer

insert into work_owners (order_no, logged_at, digest, owner_order_no, owner_merchant_id, is_known)
select s.order_no, s.logged_at, s.digest, min(p.order_no), min(p.merchant_id),
       min(p.source_id) <= :known_source::integer
from work_rows s
join pay_ins p on p.order_no = s.order_no and :plainly_means
left join work_owners w on w.order_no = s.order_no and w.logged_at = s.logged_at and w.digest = s.digest
where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer and w.digest is null
group by s.order_no, s.logged_at, s.digest
having min(p.merchant_id) = max(p.merchant_id)
