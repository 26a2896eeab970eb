-- Purpose: the rows of statements that no run before knew and that do not plainly belong to one new order.
-- Grain:   one row per row of a statement.
-- Rules:   a row of a new order has an order number and the tradeNo of one response to it, or merchant and order number without a
--          tradeNo; no run before knew a response that fits; it is no refund or chargeback, and the only statement of its row.
-- Parameters: as_of timestamptz; known_source, last_source integer
-- Parts:   plainly_means: whether a row s plainly means the order of a record p that has its number. other_statement: keeps the
--          rows n that another statement of the same row_id l corrects or is corrected by; on a cluster by a join, which takes
--          each pair of a file that has one row_id on all rows

insert into work_apart_rows (order_no, logged_at, digest)
with named as materialized (
  select order_no, logged_at, digest, issuer, row_key
  from statements
  where source_id > :known_source::integer and source_id <= :last_source::integer and row_id is not null
),
repeated as materialized (
  select distinct n.order_no, n.logged_at, n.digest
  from named n
  :other_statement
)
select s.order_no, s.logged_at, s.digest
from statements s
left join pay_ins p
  on p.order_no = s.order_no
 and :plainly_means
 and p.requested_at <= :as_of::timestamptz
 and p.source_id <= :last_source::integer
where s.source_id > :known_source::integer and s.source_id <= :last_source::integer
group by s.order_no, s.logged_at, s.digest
having count(p.order_no) = 0
    or min(p.merchant_id) <> max(p.merchant_id)
    or min(p.source_id) <= :known_source::integer
    or bool_or(s.type in ('refund', 'chargeback'))
union
select order_no, logged_at, digest from repeated
