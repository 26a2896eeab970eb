-- Purpose: the orders that are older than the limit in everything that runs ever found about them, and not open.
-- Grain:   one row per order; unmatched callbacks without a result of their own count by when they were received.
-- Rules:   an order is as old as the newest of its business dates, paid dates and the date on which it was closed. One that owes
--          money to its payer is open where statements say what was returned. Of an order that was purged before, findings
--          may be left that a version of then listed.
-- Parameters: otherwise date (the limit of any other region)
-- Parts:   limits (005_limits.sql); owes (whether an order of order_results owes more than was returned, as statements say)

insert into work_purged_keys (order_no, merchant_id)
with :limits,
found as (
  select order_no, merchant_id, region, greatest(business_date, closed_on) as date,
         until_run is null and (outcome in ('PENDING', 'STUCK') or :owes) as is_open
  from order_results
  union all
  select order_no, merchant_id, region, greatest(business_date, paid_date), false from payment_results
  union all
  select order_no, merchant_id, region, business_date, false from orphan_results
  union all
  select f.order_no, f.merchant_id, f.region, f.business_date, f.until_run is null
  from finding_rows f
  where not exists (select from order_rows r where r.order_no = f.order_no and r.merchant_id = f.merchant_id)
  union all
  select s.order_no, s.merchant_id, '', (s.received_at at time zone 'UTC')::date, false
  from unmatched_callbacks s
)
select f.order_no, f.merchant_id
from found f
left join limits l on l.region = f.region
group by f.order_no, f.merchant_id
having bool_and(f.date < coalesce(l.limit_date, :otherwise::date) and not f.is_open)
