-- Purpose: the orders that were paid on a date that statements have begun, or ceased, to cover, and that no paid row of a
--          statement is known of.
-- Grain:   one row per order that is not in work_keys yet.
-- Parameters: run integer

insert into work_keys (order_no, merchant_id, round)
with dates as materialized (
  select region, date from stated_dates where from_run = :run::integer or until_run = :run::integer
),
paid as materialized (
  select r.order_no, r.merchant_id
  from dates d
  join order_rows r on r.paid_date = d.date and r.region = d.region
  where r.until_run is null and (r.stated_minor is null or r.payments > 1)
  union
  select p.order_no, p.merchant_id
  from dates d
  join separate_payments p on p.paid_date = d.date and p.region = d.region
  join order_rows r on r.order_no = p.order_no and r.merchant_id = p.merchant_id
  where p.until_run is null
    and r.until_run is null
    and (r.stated_minor is null or r.payments > 1)
)
select p.order_no, p.merchant_id, 0
from paid p
left join work_keys w on w.order_no = p.order_no and w.merchant_id = p.merchant_id
where w.order_no is null
