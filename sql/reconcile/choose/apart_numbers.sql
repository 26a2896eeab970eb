-- Purpose: the order numbers whose rows the run's own transaction reads. evidence/new_rows.sql leaves them out.
-- Grain:   one row per order number.
-- Rules:   those of orders in work_keys, of orders that a row in work_rows belongs to, of these rows, and of other statements
--          of one of these rows, as a corrected row may have had another number.
-- Parameters: known_source integer (the newest source that any run before knows)

insert into work_apart (order_no)
with owners as materialized (
  select distinct owner_order_no as order_no from work_owners
),
named as materialized (
  select s.order_no, s.issuer, s.row_key
  from work_rows r
  join statements s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
  where r.row_id is not null and r.source_id > :known_source::integer
),
said as materialized (
  select distinct s.order_no
  from named n
  join statements s on s.issuer = n.issuer and s.row_key = n.row_key
  where s.row_id is not null and s.source_id > :known_source::integer and s.order_no <> n.order_no
)
select n.order_no
from (
  select order_no from work_keys
  union
  select order_no from work_rows
  union
  select order_no from owners
  union
  select order_no from said
) n
