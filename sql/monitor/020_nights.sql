-- Purpose: the newest reconciled dates of each region, to find the newest that was over by then.
-- Grain:   one row per region and date, at most three dates per region: the newest can be today's, which has only
--          begun.
-- Units:   as_of of the last run that judged the date, as an instant.
-- Parameters: regions text[]

select g.region, v.date, v.version, r.as_of
from unnest(:regions::text[]) as g (region)
cross join lateral (
  select distinct on (date) date, version, coalesce(checked_run, run_id) as run_id
  from versions
  where region = g.region
  order by date desc, version desc
  limit 3
) v
join runs r on r.run_id = v.run_id
order by g.region collate "C", v.date desc
