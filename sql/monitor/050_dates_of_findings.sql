-- Purpose: the dates whose findings count, and whether their sums are current.
-- Grain:   one row per date and region that has a version, or that is closed and was adjusted without having one.
-- Rules:   sums are current if nothing of the date changed after their run, also later than its newest version: a closed date
--          changes and gets no new version. run_id is the run of current sums, else null. Age is in days from the date to today
--          in the region's zone.
-- Parameters: regions text[]; todays date[] (of each of these regions); today date (of any other)

with dates as (
  select date, region from versions
  union
  select t.date, t.region
  from closings c
  join reported_dates t on t.region = c.region and t.date <= c.through_date
  where c.until_entry is null
),
summed as (
  select d.date, d.region, s.run_id, coalesce(r.today, :today::date) - d.date as days
  from dates d
  cross join lateral (
    select max(run_id) as run_id from date_totals t where t.date = d.date and t.region = d.region
  ) s
  left join unnest(:regions::text[], :todays::date[]) as r (region, today) on r.region = d.region
)
select date::text, region,
       case when days <= 1 then '0-1' when days <= 7 then '2-7' when days <= 30 then '8-30' else '>30' end as age,
       case
         when not exists (
           select from changed_dates c where c.date = s.date and c.region = s.region and c.run_id > s.run_id
         ) then run_id
       end as run_id
from summed s
order by date, region collate "C"
