-- Purpose: the dates and regions that now show something else than was reported, and those not reported yet that have
--          orders which read differently now, or orders and payments that came since other regions of the date were reported:
--          these get their first version.
-- Grain:   one row per date and region, with its other orders; a payment counts by its paid date. None are other where only
--          rows of statements and payouts of no order are.
-- Rules:   a closed or purged date shows in its adjustments what earlier runs found: of it only what this run changed is other.
-- Parameters: run integer (the one that judged again); with_firsts boolean (whether first versions are made)

with newest as (
  select distinct on (v.date, v.region) v.date, v.region, v.run_id as version_run,
         case when c.region is null and p.region is null then v.run_id else :run::integer - 1 end as run_id
  from versions v
  left join closings c on c.region = v.region and c.until_entry is null and c.through_date >= v.date
  left join purged_dates p on p.date = v.date and p.region = v.region
  order by v.date, v.region, v.version desc
),
last as (
  select date, max(version_run) as run_id from newest group by date
),
firsts as materialized (
  select c.date, c.region, l.run_id
  from changed_dates c
  join last l on l.date = c.date and c.run_id > l.run_id
  left join newest n on n.date = c.date and n.region = c.region
  where n.date is null and :with_firsts::boolean
  group by c.date, c.region, l.run_id
),
came as materialized (
  select f.date, f.region, r.order_no, r.merchant_id
  from firsts f
  join order_results r on r.business_date = f.date and r.region = f.region
  where r.until_run is null and r.from_run > f.run_id
  union
  select f.date, f.region, p.order_no, p.merchant_id
  from firsts f
  join payment_results p on p.paid_date = f.date and p.region = f.region
  where p.until_run is null and p.from_run > f.run_id
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
  union
  select date, region, false, order_no, merchant_id from came
)
select c.date, c.region, c.reported, a.date is not null as first, count(c.order_no) as orders
from changed c
left join (select distinct date, region from came) a on a.date = c.date and a.region = c.region
group by c.date, c.region, c.reported, a.date
order by c.date, c.region collate "C"
