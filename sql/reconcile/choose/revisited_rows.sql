-- Purpose: the rows of statements, of sources that the last judging knew, which may count otherwise now or belong to another
--          order: rows of sources that were read between the two as-ofs, or were amended; rows of which another version came;
--          rows with the order number or tradeNo of an order whose evidence changed; rows whose grace passes between the
--          as-ofs; and, where stored evidence was changed or all orders are judged, every row that counted.
-- Grain:   one row per statement of a row, whether or not it counts.
-- Parameters: since, known_source, last_source integer; earlier, later timestamptz; statement_grace_seconds integer;
--             is_changed boolean

insert into work_revisited (order_no, logged_at, digest)
with old as (
  select exists (select source_id from statements where source_id <= :since::integer) as has_any
),
records as materialized (
  select p.order_no, p.trade_no
  from work_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  where (select has_any from old)
  union
  select c.order_no, c.trade_no
  from work_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where (select has_any from old)
  union
  select order_no, trade_no from pay_ins
  where (select has_any from old) and source_id > :known_source::integer and source_id <= :last_source::integer
  union
  select order_no, trade_no from callbacks
  where (select has_any from old) and source_id > :known_source::integer and source_id <= :last_source::integer
),
trade_nos as materialized (
  select distinct trade_no from records where trade_no is not null
),
order_nos as materialized (
  select order_no from work_keys where (select has_any from old)
  union
  select u.order_no
  from trade_nos t
  join unmatched_callbacks u on u.trade_no = t.trade_no
  union
  select order_no from records
),
changed as (
  select s.order_no, s.logged_at, s.digest, s.source_id, s.issuer, s.row_key, s.row_id
  from sources q
  join statements s on s.source_id = q.source_id
  where q.source_id <= :since::integer and q.read_at > :earlier::timestamptz and q.read_at <= :later::timestamptz
  union all
  select s.order_no, s.logged_at, s.digest, s.source_id, s.issuer, s.row_key, s.row_id
  from statements s
  where s.source_id <= :since::integer and s.amended_by > :since::integer and s.amended_by <= :last_source::integer
  union all
  select s.order_no, s.logged_at, s.digest, s.source_id, s.issuer, s.row_key, s.row_id
  from statements s
  where s.source_id > :since::integer and s.source_id <= :last_source::integer and s.row_id is not null
)
select s.order_no, s.logged_at, s.digest from changed s where s.source_id <= :since::integer
union
select o.order_no, o.logged_at, o.digest
from changed s
join statements o on o.issuer = s.issuer and o.row_key = s.row_key
where s.row_id is not null and o.row_id is not null and o.source_id <= :since::integer and (select has_any from old)
union
select s.order_no, s.logged_at, s.digest
from trade_nos t
join statements s on s.trade_no = t.trade_no
where s.source_id <= :since::integer
union
select s.order_no, s.logged_at, s.digest
from order_nos o
join statements s on s.order_no = o.order_no
where s.source_id <= :since::integer
union
select r.order_no, r.logged_at, r.digest
from statement_rows r
where r.until_run is null
  and r.matched = 'order'
  and r.row_date >= (:earlier::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date - 2
  and r.row_date <= (:later::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date + 2
  and :earlier::timestamptz < :later::timestamptz
union
select r.order_no, r.logged_at, r.digest
from statement_rows r
where r.until_run is null and (:since::integer < :known_source::integer or :is_changed::boolean)
union
select s.order_no, s.logged_at, s.digest
from statements s
where s.source_id <= :since::integer and :is_changed::boolean
