-- Purpose: how far the sources are complete by the corrected settings. What earlier runs knew is kept beside it.
-- Grain:   one row per source, kind of record and region that stored records came from; duplicates are stored with the
--          source that had them first.
-- Parameters: skew_seconds integer

insert into source_coverage (source_id, kind, region, newest_at, after_run)
with records as (
  select source_id, 'pay-in' as kind, region, requested_at as at from pay_ins
  union all
  select source_id, 'callback', region, received_at from callbacks
)
select r.source_id, r.kind, r.region, max(r.at), (select coalesce(max(run_id), 0) from runs)
from records r
join sources s on s.source_id = r.source_id
where r.at <= s.read_at + make_interval(secs => :skew_seconds::integer)
group by r.source_id, r.kind, r.region
