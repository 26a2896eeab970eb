-- Purpose: the findings of dates whose sums are current, from these sums.
-- Grain:   one row per region, code and age.
-- Rules:   findings that people closed are included: 060 counts these.
-- Parameters: dates date[]; regions text[], ages text[] and runs integer[] (of each of these dates: run of its sums)

select f.region, f.code, d.age, sum(f.orders)::float8 as orders
from unnest(:dates::date[], :regions::text[], :ages::text[], :runs::integer[]) as d (date, region, age, run_id)
join date_findings f on f.date = d.date and f.region = d.region and f.run_id = d.run_id
group by f.region, f.code, d.age
order by f.region collate "C", f.code collate "C", d.age collate "C"
