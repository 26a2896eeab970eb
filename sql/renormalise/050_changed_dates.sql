-- Purpose: the dates and regions whose results a run has changed for orders that read otherwise now.
-- Grain:   one row per date and region, a payment's by its paid date too; reported where a version was published.
-- Parameters: run integer

with touched as (
  select order_no, merchant_id from stage_pay_ins
  union
  select order_no, merchant_id from stage_callbacks
),
changed as (
  select r.business_date as date, r.region, r.order_no, r.merchant_id
  from order_results r
  where r.from_run = :run::integer or r.until_run = :run::integer
  union
  select p.paid_date, p.region, p.order_no, p.merchant_id
  from payment_results p
  where p.from_run = :run::integer or p.until_run = :run::integer
  union
  select o.business_date, o.region, o.order_no, o.merchant_id
  from orphan_results o
  where o.from_run = :run::integer or o.until_run = :run::integer
)
select c.date, c.region, count(*) as orders,
       exists (select from versions v where v.date = c.date and v.region = c.region) as reported
from changed c
join touched t on t.order_no = c.order_no and t.merchant_id = c.merchant_id
group by c.date, c.region
order by c.date, c.region collate "C"
