-- Purpose: the dates and regions that now show something else than was reported, and those not reported yet that have
--          orders which read differently now.
-- Grain:   one row per date and region, with its other orders; a payment counts by its paid date. None are other where only
--          rows of statements and payouts of no order are.
-- Parameters: none (runs after the orders were judged again)

with newest as (
  select distinct on (date, region) date, region, run_id
  from versions
  order by date, region, version desc
),
changed as (
  select n.date, n.region, true as reported, r.order_no, r.merchant_id
  from newest n
  join order_results r on r.business_date = n.date and r.region = n.region
  where r.from_run > n.run_id or r.until_run > n.run_id
  union
  select n.date, n.region, true, p.order_no, p.merchant_id
  from newest n
  join payment_results p on p.paid_date = n.date and p.region = n.region
  where p.from_run > n.run_id or p.until_run > n.run_id
  union
  select n.date, n.region, true, o.order_no, o.merchant_id
  from newest n
  join orphan_results o on o.business_date = n.date and o.region = n.region
  where o.from_run > n.run_id or o.until_run > n.run_id
  union
  select n.date, n.region, true, null, null
  from newest n
  join changed_dates c on c.date = n.date and c.region = n.region
  where c.run_id > n.run_id
  union
  select r.business_date, r.region, false, r.order_no, r.merchant_id
  from work_changed_orders t
  join order_results r on r.order_no = t.order_no and r.merchant_id = t.merchant_id
  left join newest n on n.date = r.business_date and n.region = r.region
  where r.until_run is null and n.date is null
)
select date, region, reported, count(order_no) as orders
from changed
group by date, region, reported
order by date, region collate "C"
