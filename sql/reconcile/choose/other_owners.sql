-- Purpose: the orders of the rows that plain_owners.sql left.
-- Grain:   one row per row of a statement that has an order.
-- Rules:   the first of these that is exactly one order: those with the row's tradeNo in a response, and its order number;
--          those with it in a response; those with a payment of that tradeNo; the order of its merchant and order number;
--          those of its order number. Of a row with a merchant, the first three count only orders of that merchant.
--          An order known only by callbacks is none if its callbacks belong to another by their tradeNo.
-- Parameters: as_of timestamptz; known_source, last_source integer; paid text[]

insert into work_owners (order_no, logged_at, digest, owner_order_no, owner_merchant_id, is_known)
with rest as materialized (
  select r.order_no, r.logged_at, r.digest, r.merchant_id, r.trade_no
  from work_rows r
  where (r.order_no <> '' or r.trade_no is not null)
    and not exists (
      select from work_owners w where w.order_no = r.order_no and w.logged_at = r.logged_at and w.digest = r.digest
    )
),
asked as materialized (
  select distinct p.order_no, p.merchant_id, p.trade_no
  from (select distinct trade_no from rest where trade_no is not null) t
  join pay_ins p on p.trade_no = t.trade_no
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
),
called as materialized (
  select c.order_no, c.merchant_id, c.trade_no, c.status = any (:paid::text[]) as is_paid
  from (select distinct trade_no from rest where trade_no is not null) t
  join callbacks c on c.trade_no = t.trade_no
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
  union
  select c.order_no, c.merchant_id, c.trade_no, c.status = any (:paid::text[])
  from (select distinct order_no from rest where order_no <> '') t
  join callbacks c on c.order_no = t.order_no
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
),
foreign_trade_nos as materialized (
  select p.trade_no,
         min(p.order_no) as order_no,
         min(p.merchant_id) as merchant_id
  from (select distinct trade_no from called) t
  join pay_ins p on p.trade_no = t.trade_no
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
  group by p.trade_no
  having (min(p.order_no), min(p.merchant_id)) = (max(p.order_no), max(p.merchant_id))
),
requested as materialized (
  select distinct c.order_no, c.merchant_id
  from (select distinct order_no, merchant_id from called) c
  join pay_ins p on p.order_no = c.order_no and p.merchant_id = c.merchant_id
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
),
own_called as materialized (
  select c.*
  from called c
  left join requested q on q.order_no = c.order_no and q.merchant_id = c.merchant_id
  left join foreign_trade_nos f
    on f.trade_no = c.trade_no and (f.order_no = c.order_no or f.merchant_id = c.merchant_id)
  where q.order_no is not null or f.trade_no is null
),
named as materialized (
  select p.order_no, p.merchant_id
  from (select distinct order_no from rest) r
  join pay_ins p on p.order_no = r.order_no
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
  union
  select order_no, merchant_id from own_called
),
-- Orders are counted before rows meet them: a thousand rows may name one tradeNo that a thousand orders have.
traded as materialized (
  select 2 as place, trade_no, order_no, merchant_id, merchant_id as row_merchant_id from asked
  union
  select 2, trade_no, order_no, merchant_id, '' from asked
  union
  select 3, trade_no, order_no, merchant_id, merchant_id from own_called where is_paid
  union
  select 3, trade_no, order_no, merchant_id, '' from own_called where is_paid
),
of_both as (
  select trade_no, order_no, row_merchant_id, min(merchant_id) as owner_merchant_id, count(*) as orders
  from traded
  where place = 2
  group by trade_no, order_no, row_merchant_id
),
of_trade_no as (
  select place, trade_no, row_merchant_id, min(order_no) as owner_order_no, min(merchant_id) as owner_merchant_id,
         count(*) as orders
  from traded
  group by place, trade_no, row_merchant_id
),
of_number as (
  select order_no, min(merchant_id) as owner_merchant_id, count(*) as orders
  from named
  group by order_no
),
places as materialized (
  select r.order_no, r.logged_at, r.digest, 1 as place, r.order_no as owner_order_no, o.owner_merchant_id, o.orders
  from rest r
  join of_both o on o.trade_no = r.trade_no and o.order_no = r.order_no and o.row_merchant_id = r.merchant_id
  union all
  select r.order_no, r.logged_at, r.digest, o.place, o.owner_order_no, o.owner_merchant_id, o.orders
  from rest r
  join of_trade_no o on o.trade_no = r.trade_no and o.row_merchant_id = r.merchant_id
  union all
  select r.order_no, r.logged_at, r.digest, 4, n.order_no, n.merchant_id, 1
  from rest r
  join named n on n.order_no = r.order_no and n.merchant_id = r.merchant_id
  union all
  select r.order_no, r.logged_at, r.digest, 5, o.order_no, o.owner_merchant_id, o.orders
  from rest r
  join of_number o on o.order_no = r.order_no
),
owners as materialized (
  select distinct on (order_no, logged_at, digest)
         order_no, logged_at, digest, owner_order_no, owner_merchant_id
  from places
  where orders = 1
  order by order_no, logged_at, digest, place
),
known as (
  select o.owner_order_no, o.owner_merchant_id
  from (select distinct owner_order_no, owner_merchant_id from owners) o
  join pay_ins p on p.order_no = o.owner_order_no and p.merchant_id = o.owner_merchant_id
  where p.source_id <= :known_source::integer
  union
  select o.owner_order_no, o.owner_merchant_id
  from (select distinct owner_order_no, owner_merchant_id from owners) o
  join callbacks c on c.order_no = o.owner_order_no and c.merchant_id = o.owner_merchant_id
  where c.source_id <= :known_source::integer
)
select o.order_no, o.logged_at, o.digest, o.owner_order_no, o.owner_merchant_id, k.owner_order_no is not null
from owners o
left join known k on k.owner_order_no = o.owner_order_no and k.owner_merchant_id = o.owner_merchant_id
