-- Purpose: the end of a statement that deletes records (its `gone`): remembers them, and counts them at their sources.
-- Grain:   one row per source.
-- Parameters: none

remembered as (
  insert into purged_records (digest)
  select digest from gone
  on conflict (digest) do nothing
),
counted as (
  select source_id, count(*) as records from gone group by source_id
)
update sources as s
set purged_accepted = s.purged_accepted + c.records
from counted c
where s.source_id = c.source_id
returning c.records
