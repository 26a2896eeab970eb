-- Purpose: keeps the dates that statements cover whole, and ends those that they no longer do.
-- Grain:   one row per region and date, and stretch of runs.
-- Rules:   covered when the rows of the region begin and end no further inside the date than the permitted quiet time, and
--          no gap of statements is in it; only payments are counted. The next date begins at its end. Beside rows with a time,
--          those of the same source that have only a date do not extend the end: they say nothing of the hours before. A row
--          at a midnight may be one with a time, so that it begins what is covered. Rows that are more than ten years older
--          than their source have a wrong time.
-- Parameters: run, last_source, quiet_seconds integer; as_of timestamptz; regions, zones text[]

with counts as (
  select c.source_id, c.region, z.zone, c.first_at, c.last_at,
         c.first_at = c.last_at
           and c.first_at = (c.first_at at time zone z.zone)::date::timestamp at time zone z.zone as is_date_only
  from record_counts c
  join sources q on q.source_id = c.source_id
  join unnest(:regions::text[], :zones::text[]) as z (region, zone) on z.region = c.region
  where c.kind = 'statement' and c.source_id <= :last_source::integer and q.read_at <= :as_of::timestamptz
    and c.slot_at >= q.read_at - interval '10 years'
),
reached as (
  select region, zone,
         min(first_at) as first_at,
         coalesce(max(last_at) filter (where not is_date_only), max(last_at)) as last_at
  from counts
  group by source_id, region, zone
),
reaches as (
  select region, zone, min(first_at) as first_at, max(last_at) as last_at
  from reached
  group by region, zone
),
dates as (
  select r.region, d.day::date as date, d.day::timestamp at time zone r.zone as begins_at,
         (d.day + interval '1 day')::timestamp at time zone r.zone as ends_at, r.first_at, r.last_at
  from reaches r
  cross join lateral generate_series(
    (r.first_at at time zone r.zone)::date::timestamp, (r.last_at at time zone r.zone)::date::timestamp, interval '1 day'
  ) d (day)
),
covered as (
  select d.region, d.date
  from dates d
  where d.first_at <= d.begins_at + make_interval(secs => :quiet_seconds::integer)
    and d.last_at >= d.ends_at - make_interval(secs => :quiet_seconds::integer)
    and d.ends_at <= :as_of::timestamptz
    and not exists (
      select from coverage_gaps g
      where g.region = d.region
        and g.kind = 'statement'
        and g.until_run is null
        and g.from_at < d.ends_at
        and g.to_at > d.begins_at
    )
),
ended as (
  update stated_dates s
  set until_run = :run::integer
  where s.until_run is null
    and not exists (select from covered c where c.region = s.region and c.date = s.date)
)
insert into stated_dates (region, date, from_run)
select c.region, c.date, :run::integer
from covered c
where not exists (
  select from stated_dates s where s.until_run is null and s.region = c.region and s.date = c.date
)
