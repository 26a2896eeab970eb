-- Purpose: counts the records that sources took over.
-- Grain:   one row per source that took any over.
-- Parameters: entry bigint (of the audit trail)

with counted as (
  select taken_over_by, count(*) as records
  from withdrawn_records
  where entry = :entry::bigint and taken_over_by is not null
  group by taken_over_by
)
update sources as s
set taken_over = s.taken_over + c.records
from counted c
where c.taken_over_by = s.source_id
