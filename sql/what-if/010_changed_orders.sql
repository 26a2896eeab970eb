-- Purpose: the orders of a date that two runs in one transaction show with different results, as examples.
-- Grain:   one row per order whose outcome, findings, money, region or date differ; the order is of the date in one of the
--          runs, or in both.
-- Units:   *_minor in minor units of the currency beside it.
-- Rules:   what a run does not show of an order is null.
-- Parameters: date date, before_run integer, after_run integer, regions text[], at_most bigint

with named as (
  select order_no, merchant_id
  from order_results
  where business_date = :date::date and region = any (:regions::text[])
    and (until_run = :after_run::integer or from_run = :after_run::integer)
),
shown_before as (
  select r.*
  from order_results r
  join (select distinct order_no, merchant_id from named) n using (order_no, merchant_id)
  where r.from_run <= :before_run::integer and (r.until_run is null or r.until_run > :before_run::integer)
),
shown_after as (
  select r.*
  from order_results r
  join (select distinct order_no, merchant_id from named) n using (order_no, merchant_id)
  where r.from_run <= :after_run::integer and (r.until_run is null or r.until_run > :after_run::integer)
)
select order_no, merchant_id,
       b.business_date as before_date, b.region as before_region, b.outcome as before_outcome,
       b.findings as before_findings, b.currency as before_currency, b.requested_minor as before_requested,
       b.paid_currency as before_paid_currency, b.paid_minor as before_paid,
       a.business_date as after_date, a.region as after_region, a.outcome as after_outcome,
       a.findings as after_findings, a.currency as after_currency, a.requested_minor as after_requested,
       a.paid_currency as after_paid_currency, a.paid_minor as after_paid
from shown_before b
full join shown_after a using (order_no, merchant_id)
where (b.business_date, b.region, b.outcome, b.findings, b.requested_minor, b.paid_currency, b.paid_minor)
      is distinct from
      (a.business_date, a.region, a.outcome, a.findings, a.requested_minor, a.paid_currency, a.paid_minor)
order by merchant_id, order_no
limit :at_most::bigint
