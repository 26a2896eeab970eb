-- Purpose: the order numbers whose rows the run's own transaction reads. evidence/new_rows.sql leaves them out.
-- Grain:   one row per order number.
-- Rules:   those of orders in work_keys, of orders that a row in work_rows belongs to, of these rows, and of all rows in
--          work_apart_rows: also those that do not count, as a corrected row may have had another number.
-- Parameters: none

insert into work_apart (order_no)
with owners as materialized (
  select distinct owner_order_no as order_no from work_owners
)
select n.order_no
from (
  select order_no from work_keys
  union
  select order_no from work_rows
  union
  select order_no from work_apart_rows
  union
  select order_no from owners
) n
