-- Purpose: like 070_coverage.sql, for the rows of statements and of banks.
-- Grain:   one row per kind of record and region that the source has rows of.
-- Rules:   a row without a time counts at the begin of its date in the zone of its region; one with a time after the source was
--          read does not count.
-- Parameters: source integer; latest timestamptz (the latest possible time of a record); regions, zones text[] (the zone of
--             each region)

insert into source_coverage (source_id, kind, region, newest_at, after_run)
with zones as (
  select region, zone from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
records as (
  select 'statement' as kind, s.region,
         coalesce(s.completed_at, s.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')) as at
  from stage_statements s
  left join zones z on z.region = s.region
  union all
  select 'bank', s.region, s.booked_on::timestamp at time zone coalesce(z.zone, 'UTC')
  from stage_bank_rows s
  left join zones z on z.region = s.region
)
select :source::integer, kind, region, max(at), (select coalesce(max(run_id), 0) from runs)
from records
where at <= :latest::timestamptz
group by kind, region
