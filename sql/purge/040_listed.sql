-- Purpose: what will be purged, date by date: orders and records by the business date, payments by the paid date.
-- Grain:   one row per date and region; records of an unmatched callback without a result count when it was received.
-- Parameters: none

with placed as (
  select distinct on (r.order_no, r.merchant_id)
         r.order_no, r.merchant_id, r.business_date as date, r.region
  from work_purged_keys k
  join order_results r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  order by r.order_no, r.merchant_id, r.from_run desc
),
listed as (
  select r.business_date as date, r.region, 1 as orders, 0 as payments, 0 as records
  from work_purged_keys k
  join order_results r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  where r.until_run is null
  union all
  select r.paid_date, r.region, 0, 1, 0
  from work_purged_keys k
  join payment_results r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  where r.until_run is null
  union all
  select coalesce(d.date, (p.requested_at at time zone 'UTC')::date), coalesce(d.region, p.region), 0, 0, 1
  from work_purged_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  left join placed d on d.order_no = k.order_no and d.merchant_id = k.merchant_id
  union all
  select coalesce(d.date, (c.received_at at time zone 'UTC')::date), coalesce(d.region, c.region), 0, 0, 1
  from work_purged_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  left join placed d on d.order_no = k.order_no and d.merchant_id = k.merchant_id
)
select date, region, sum(orders) as orders, sum(payments) as payments, sum(records) as records
from listed
group by date, region
order by date, region collate "C"
