-- Purpose: like 070_coverage.sql, for the rows of statements and of banks.
-- Grain:   one row per source, kind of record and region that the source has rows of.
-- Rules:   a row without a time counts at the begin of its date in the zone of its region; one with a time after the source was
--          read does not count.
-- Parameters: regions, zones text[] (the zone of each region)
-- Parts:   source_id (of a row); statements, bank_rows (the tables); in_time (which rows r count)

insert into source_coverage (source_id, kind, region, newest_at, after_run)
with zones as (
  select region, zone from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
records as (
  select :source_id as source_id, 'statement' as kind, s.region,
         coalesce(s.completed_at, s.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')) as at
  from :statements s
  left join zones z on z.region = s.region
  union all
  select :source_id, 'bank', s.region, s.booked_on::timestamp at time zone coalesce(z.zone, 'UTC')
  from :bank_rows s
  left join zones z on z.region = s.region
)
select r.source_id, r.kind, r.region, max(r.at), (select coalesce(max(run_id), 0) from runs)
from records r
:in_time
group by r.source_id, r.kind, r.region
