-- Purpose: like 070_reaches.sql, for the rows of statements and of banks.
-- Grain:   one row per source, kind of record and region that stored rows came from.
-- Rules:   a row without a time counts at the begin of its date in the zone of its region.
-- Parameters: skew_seconds integer; regions, zones text[] (the zone of each region)

insert into source_coverage (source_id, kind, region, newest_at, after_run)
with zones as (
  select region, zone from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
records as (
  select p.source_id, 'statement' as kind, p.region,
         coalesce(p.completed_at, p.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')) as at
  from statements p
  left join zones z on z.region = p.region
  union all
  select p.source_id, 'bank', p.region, p.booked_on::timestamp at time zone coalesce(z.zone, 'UTC')
  from bank_rows p
  left join zones z on z.region = p.region
)
select r.source_id, r.kind, r.region, max(r.at), (select coalesce(max(run_id), 0) from runs)
from records r
join sources s on s.source_id = r.source_id
where r.at <= s.read_at + make_interval(secs => :skew_seconds::integer)
group by r.source_id, r.kind, r.region
