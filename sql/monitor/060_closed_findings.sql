-- Purpose: the current findings that people have closed, which are few, of the dates that count.
-- Grain:   one row per region, code and age.
-- Parameters: dates date[]; regions text[] and ages text[] (of each of these dates)

with closed as materialized (
  select order_no, merchant_id, code from case_states where until_entry is null and state <> 'open'
),
days as materialized (
  select date, region, age from unnest(:dates::date[], :regions::text[], :ages::text[]) as d (date, region, age)
),
found as materialized (
  select f.region, f.code, f.business_date
  from closed c
  join finding_results f on f.order_no = c.order_no and f.merchant_id = c.merchant_id and f.code = c.code
  where f.until_run is null
)
select f.region, f.code, d.age, count(*)::float8 as orders
from found f
join days d on d.date = f.business_date and d.region = f.region
group by f.region, f.code, d.age
order by f.region collate "C", f.code collate "C", d.age collate "C"
