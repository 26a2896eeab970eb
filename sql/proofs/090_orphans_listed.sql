-- Purpose: an order is an ORPHAN if and only if it has a row of orphan callbacks.
-- Grain:   one row per order for which that is not so.
-- Parameters: none

with sides as (
  select order_no, merchant_id, outcome, 0 as listed
  from order_results
  where until_run is null
  union all
  select order_no, merchant_id, null, 1 from orphan_results where until_run is null
),
counted as (
  select order_no, merchant_id, max(outcome) as outcome, sum(listed) as listed
  from sides
  group by order_no, merchant_id
)
select 'orphan callbacks of order ' || order_no || ' of merchant ' || merchant_id as what,
       case when outcome = 'ORPHAN' then 'at least 1' else '0' end as expected, listed::text as actual
from counted
where (outcome is not distinct from 'ORPHAN') <> (listed > 0)
order by order_no collate "C", merchant_id collate "C"
limit 20
