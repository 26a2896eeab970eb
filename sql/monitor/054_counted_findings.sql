-- Purpose: the current findings of dates whose sums are not current.
-- Grain:   one row per region, code and age.
-- Rules:   findings that people closed are included: 060 counts these. The table is read, not the view, whose condition hides
--          from the planner how few rows a date has.
-- Parameters: dates date[]; regions text[] and ages text[] (of each of these dates)

select f.region, f.code, d.age, count(*)::float8 as orders
from unnest(:dates::date[], :regions::text[], :ages::text[]) as d (date, region, age)
join finding_rows f on f.business_date = d.date and f.region = d.region
where f.from_run <= (select max(run_id) from runs) and f.until_run is null
group by f.region, f.code, d.age
order by f.region collate "C", f.code collate "C", d.age collate "C"
