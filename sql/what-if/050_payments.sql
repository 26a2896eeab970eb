-- Purpose: the payments of a date and their money, as two runs in one transaction show them.
-- Grain:   one row per region and currency of payments with that paid date whose number or money differ.
-- Units:   *_minor in minor units of the currency; payments that cannot be read exactly are counted, not summed.
-- Parameters: date date, before_run integer, after_run integer, regions text[]

with held as (
  select region, currency, paid_minor,
         from_run <= :before_run::integer and (until_run is null or until_run > :before_run::integer) as before,
         from_run <= :after_run::integer and (until_run is null or until_run > :after_run::integer) as after
  from payment_results
  where paid_date = :date::date and region = any (:regions::text[])
),
summed as (
  select region, currency,
         count(*) filter (where before) as before_payments,
         coalesce(sum(paid_minor) filter (where before), 0) as before_minor,
         count(*) filter (where after) as after_payments,
         coalesce(sum(paid_minor) filter (where after), 0) as after_minor
  from held
  group by region, currency
)
select region, currency, before_payments, before_minor, after_payments, after_minor
from summed
where before_payments <> after_payments or before_minor <> after_minor
order by region collate "C", currency collate "C" nulls first
