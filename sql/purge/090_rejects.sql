-- Purpose: deletes the rejected lines of sources that were read before the limit, and counts them there.
-- Grain:   one row per source.
-- Parameters: read_before timestamptz

with gone as (
  delete from rejects as r
  using sources s
  where s.source_id = r.source_id and s.read_at < :read_before::timestamptz
  returning r.source_id
),
counted as (
  select source_id, count(*) as records from gone group by source_id
)
update sources as s
set purged_rejected = s.purged_rejected + c.records
from counted c
where s.source_id = c.source_id
returning c.records
