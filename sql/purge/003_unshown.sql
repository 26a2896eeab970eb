-- Purpose: the first date of each region with a change that a run has judged and that neither a version nor an adjustment shows:
--          one run judges all regions and publishes its own, and a run that was stopped may have published nothing.
-- Grain:   one row per region that has such a date before its limit.
-- Rules:   a date of which nothing was ever reported waits for nothing, nor does one whose newest version is of a later as-of.
--          A version that was never moved into place is still to be written, unless its date was purged.
-- Parameters: regions text[]; first_kept date[] (of the regions, in their order); at timestamptz

with newest as (
  select distinct on (date, region) date, region, run_id, coalesce(checked_run, run_id) as checked_run, placed
  from versions
  order by date, region, version desc
),
changed as (
  select date, region, max(run_id) as run_id from changed_dates group by date, region
),
unshown as (
  select c.date, c.region
  from changed c
  left join newest n on n.date = c.date and n.region = c.region
  left join runs r on r.run_id = n.run_id
  left join reported_dates t on t.date = c.date and t.region = c.region
  left join closings k on k.region = c.region and k.until_entry is null and k.through_date >= c.date
  where coalesce(n.run_id, t.run_id, k.from_entry) is not null
    and c.run_id > coalesce(greatest(n.checked_run, t.run_id), 0)
    and (r.as_of is null or r.as_of <= :at::timestamptz)
  union all
  select n.date, n.region
  from newest n
  left join purged_dates g on g.date = n.date and g.region = n.region
  where not n.placed and g.date is null
)
select l.region, min(u.date) as date
from unnest(:regions::text[], :first_kept::date[]) as l (region, first_kept)
join unshown u on u.region = l.region and u.date < l.first_kept
group by l.region
order by l.region
