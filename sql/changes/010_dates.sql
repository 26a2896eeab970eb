-- Purpose: the dates and regions in which this run changed a fact, by their state before and after it.
-- Grain:   one row per date, region and run.
-- Parameters: run integer

insert into changed_dates (date, region, run_id)
with changed as (
  select distinct business_date as date, region from order_results where from_run = :run::integer
  union all
  select distinct business_date, region from order_results where until_run = :run::integer
  union all
  select distinct paid_date, region from payment_results where from_run = :run::integer
  union all
  select distinct paid_date, region from payment_results where until_run = :run::integer
  union all
  select distinct business_date, region from orphan_results where from_run = :run::integer
  union all
  select distinct business_date, region from orphan_results where until_run = :run::integer
)
select distinct date, region, :run::integer from changed
