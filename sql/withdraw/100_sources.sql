-- Purpose: marks sources as withdrawn, and counts the records that went from them.
-- Grain:   one row per source.
-- Parameters: sources integer[] (those withdrawn); entry bigint (of the audit trail)

with counted as (
  select source_id, count(*) as records from withdrawn_records where entry = :entry::bigint group by source_id
)
update sources as s
set withdrawn_by = :entry::bigint,
    withdrawn_accepted = s.withdrawn_accepted + coalesce((select records from counted c where c.source_id = s.source_id), 0)
where s.source_id = any (:sources::integer[])
