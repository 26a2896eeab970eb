-- Purpose: the coverage of sources: the latest time of all that was read of each, duplicates included where records are staged.
--          What earlier runs knew is kept beside it.
-- Grain:   one row per source, kind of record and region that the source has records of.
-- Rules:   a record with a time after the source was read does not count.
-- Parameters: none
-- Parts:   source_id (of a record); pay_ins, callbacks (the tables); in_time (which records r count)

insert into source_coverage (source_id, kind, region, newest_at, after_run)
with records as (
  select :source_id as source_id, 'pay-in' as kind, region, requested_at as at from :pay_ins
  union all
  select :source_id, 'callback', region, received_at from :callbacks
)
select r.source_id, r.kind, r.region, max(r.at), (select coalesce(max(run_id), 0) from runs)
from records r
:in_time
group by r.source_id, r.kind, r.region
