-- Purpose: the current findings that people have closed, which are few.
-- Grain:   one row per region, code and age.
-- Rules:   age as in 050.
-- Parameters: regions text[]; todays date[] (of each of these regions); today date (of any other)

with closed as materialized (
  select order_no, merchant_id, code from case_states where until_entry is null and state <> 'open'
),
days as materialized (
  select region, today from unnest(:regions::text[], :todays::date[]) as r (region, today)
),
found as (
  select f.region, f.code, coalesce(d.today, :today::date) - f.business_date as days
  from closed c
  join finding_results f on f.order_no = c.order_no and f.merchant_id = c.merchant_id and f.code = c.code
  left join days d on d.region = f.region
  where f.until_run is null
),
aged as (
  select region, code,
         case when days <= 1 then '0-1' when days <= 7 then '2-7' when days <= 30 then '8-30' else '>30' end as age
  from found
)
select region, code, age, count(*)::float8 as orders
from aged
group by region, code, age
order by region collate "C", code collate "C", age collate "C"
