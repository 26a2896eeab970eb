-- Purpose: the current findings that people have closed, which are few, as far as 050 counts them.
-- Grain:   one row per region, code and age.
-- Rules:   age as in 050. Like there, only dates with a version whose sums are of that version count, and of them only
--          findings that it or its sums knew.
-- Parameters: regions text[]; todays date[] (of each of these regions); today date (of any other)

with closed as materialized (
  select order_no, merchant_id, code from case_states where until_entry is null and state <> 'open'
),
days as materialized (
  select region, today from unnest(:regions::text[], :todays::date[]) as r (region, today)
),
found as materialized (
  select f.region, f.code, f.business_date, f.from_run
  from closed c
  join finding_results f on f.order_no = c.order_no and f.merchant_id = c.merchant_id and f.code = c.code
  where f.until_run is null
),
dates as (
  select distinct on (v.date, v.region) v.date, v.region, v.run_id
  from (select distinct business_date, region from found) f
  join versions v on v.date = f.business_date and v.region = f.region
  order by v.date, v.region, v.version desc
),
summed as materialized (
  select d.date, d.region, greatest(d.run_id, s.run_id) as known_run
  from dates d
  cross join lateral (
    select max(run_id) as run_id from date_totals t where t.date = d.date and t.region = d.region
  ) s
  where s.run_id is not null
    and not exists (
      select from changed_dates c
      where c.date = d.date and c.region = d.region and c.run_id > s.run_id and c.run_id <= d.run_id
    )
),
aged as (
  select f.region, f.code, coalesce(d.today, :today::date) - f.business_date as days
  from found f
  join summed s on s.date = f.business_date and s.region = f.region and s.known_run >= f.from_run
  left join days d on d.region = f.region
),
named as (
  select region, code,
         case when days <= 1 then '0-1' when days <= 7 then '2-7' when days <= 30 then '8-30' else '>30' end as age
  from aged
)
select region, code, age, count(*)::float8 as orders
from named
group by region, code, age
order by region collate "C", code collate "C", age collate "C"
