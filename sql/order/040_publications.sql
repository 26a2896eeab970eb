-- Purpose: the versions that first showed what a run changed in one order.
-- Grain:   one row per run that changed something, and date and region that the change belongs to.
-- Rules:   a change belongs to the dates that the order's result, payments and orphaned callbacks have after it, and to
--          those that they had before; it is shown by the first version of these before their next change.
-- Parameters: order_no, merchant_id text

with facts as (
  select business_date as date, region, from_run, until_run
  from order_results
  where order_no = :order_no::text and merchant_id = :merchant_id::text
  union all
  select paid_date, region, from_run, until_run
  from payment_results
  where order_no = :order_no::text and merchant_id = :merchant_id::text
  union all
  select business_date, region, from_run, until_run
  from orphan_results
  where order_no = :order_no::text and merchant_id = :merchant_id::text
),
changes as (
  select date, region, from_run as run_id from facts
  union
  select date, region, until_run from facts where until_run is not null
),
stretches as (
  select date, region, run_id, lead(run_id) over (partition by date, region order by run_id) as next_run_id
  from changes
)
select s.run_id, s.date, s.region, min(v.version) as version
from stretches s
join versions v
  on v.date = s.date
 and v.region = s.region
 and v.run_id >= s.run_id
 and (s.next_run_id is null or v.run_id < s.next_run_id)
group by s.run_id, s.date, s.region
order by s.run_id, s.date, s.region collate "C"
