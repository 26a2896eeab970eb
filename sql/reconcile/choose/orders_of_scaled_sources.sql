-- Purpose: the orders of a source whose amounts are from now on, or are no longer, 100 times too large or too small.
-- Grain:   one row per order that is not in work_keys yet.
-- Parameters: run integer

insert into work_keys (order_no, merchant_id, round)
with changed as materialized (
  select source_id
  from scaled_sources
  where from_run = :run::integer or until_run = :run::integer
  group by source_id
  having count(*) = 1
),
owners as materialized (
  select distinct r.matched_order_no as order_no, r.matched_merchant_id as merchant_id
  from changed c
  join statements s on s.source_id = c.source_id
  join statement_rows r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest
  where r.until_run is null and r.matched_order_no is not null
)
select o.order_no, o.merchant_id, 0
from owners o
left join work_keys w on w.order_no = o.order_no and w.merchant_id = o.merchant_id
where w.order_no is null
