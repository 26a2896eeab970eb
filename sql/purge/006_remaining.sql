-- Purpose: the run of the first version of a date that is kept.
-- Grain:   one row per region.
-- Rules:   this file is no statement of its own: it has the CTE remaining of those that keep what these versions list.
-- Parameters: otherwise date (the limit of any other region)

remaining as (
  select v.region, min(v.run_id) as run_id
  from versions v
  left join limits l on l.region = v.region
  where v.date >= coalesce(l.limit_date, :otherwise::date)
  group by v.region
)
