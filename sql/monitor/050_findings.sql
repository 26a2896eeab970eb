-- Purpose: the findings of all dates, as summed when each date was last published.
-- Grain:   one row per region, code and age.
-- Rules:   age is in days from the business date to today in the region's zone. A date whose orders have all moved to
--          other dates has no row. Findings that people closed are included: 060 counts these.
-- Parameters: regions text[]; todays date[] (of each of these regions); today date (of any other)

with dates as (
  select distinct on (date, region) date, region, run_id
  from versions
  order by date, region, version desc
),
summed as (
  select d.date, d.region, s.run_id, coalesce(r.today, :today::date) - d.date as days
  from dates d
  cross join lateral (
    select max(run_id) as run_id from date_totals t where t.date = d.date and t.region = d.region
  ) s
  left join unnest(:regions::text[], :todays::date[]) as r (region, today) on r.region = d.region
  where not exists (
    select from changed_dates c
    where c.date = d.date and c.region = d.region and c.run_id > s.run_id and c.run_id <= d.run_id
  )
),
found as (
  select f.region, f.code, f.orders,
         case when s.days <= 1 then '0-1' when s.days <= 7 then '2-7' when s.days <= 30 then '8-30' else '>30' end as age
  from summed s
  join date_findings f on f.date = s.date and f.region = s.region and f.run_id = s.run_id
)
select region, code, age, sum(orders)::float8 as orders
from found
group by region, code, age
order by region collate "C", code collate "C", age collate "C"
