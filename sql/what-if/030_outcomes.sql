-- Purpose: a date's orders and money by outcome, as two runs in one transaction show them.
-- Grain:   one row per region, outcome and requested currency of the date's orders in one of the runs.
-- Units:   *_minor in minor units of the currency; paid is what was paid in that currency.
-- Parameters: date date, before_run integer, after_run integer, regions text[]

with held as (
  select region, outcome, currency, requested_minor,
         case when paid_currency is not distinct from currency then paid_minor end as paid_minor,
         from_run <= :before_run::integer and (until_run is null or until_run > :before_run::integer) as before,
         from_run <= :after_run::integer and (until_run is null or until_run > :after_run::integer) as after
  from order_results
  where business_date = :date::date and region = any (:regions::text[])
)
select region, outcome, currency,
       count(*) filter (where before) as before_orders,
       coalesce(sum(requested_minor) filter (where before), 0) as before_requested,
       coalesce(sum(paid_minor) filter (where before), 0) as before_paid,
       count(*) filter (where after) as after_orders,
       coalesce(sum(requested_minor) filter (where after), 0) as after_requested,
       coalesce(sum(paid_minor) filter (where after), 0) as after_paid
from held
where before or after
group by region, outcome, currency
order by region collate "C", outcome collate "C", currency collate "C" nulls first
