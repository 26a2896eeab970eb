-- Purpose: orders and money per outcome of a date of each region, as summed when it was last published.
-- Grain:   one row per region, outcome and currency.
-- Rules:   paid is what was paid in the orders' own currency. What cannot be a code of ISO 4217 is 'other', so that
--          arbitrary input cannot create an unlimited number of label values. A date whose orders have all moved to
--          other dates has no row.
-- Units:   *_minor in minor units of the currency.
-- Parameters: regions text[]; dates date[] (one of each region)

with dates as (
  select region, date from unnest(:regions::text[], :dates::date[]) as d (region, date)
),
summed as (
  select d.region, d.date, s.run_id
  from dates d
  cross join lateral (
    select max(run_id) as run_id from date_totals t where t.date = d.date and t.region = d.region
  ) s
  cross join lateral (
    select max(run_id) as run_id from versions v where v.date = d.date and v.region = d.region
  ) p
  where not exists (
    select from changed_dates c
    where c.date = d.date and c.region = d.region and c.run_id > s.run_id and c.run_id <= p.run_id
  )
),
totals as (
  select t.region, t.outcome, case when t.currency !~ '^[A-Z]{3}$' then 'other' else t.currency end as currency,
         t.orders, t.requested_minor,
         case when t.paid_currency is not distinct from t.currency then t.paid_minor else 0 end as paid_minor
  from summed s
  join date_totals t on t.date = s.date and t.region = s.region and t.run_id = s.run_id
)
select region, outcome, currency, sum(orders)::float8 as orders, sum(requested_minor)::float8 as requested_minor,
       sum(paid_minor)::float8 as paid_minor
from totals
group by region, outcome, currency
order by region collate "C", outcome collate "C", currency collate "C" nulls first
