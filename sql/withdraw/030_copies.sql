-- Purpose: the copies that the withdrawn sources brought keep no record any more.
-- Grain:   one row per record that came under several names.
-- Parameters: sources integer[] (those withdrawn); entry bigint (of the audit trail)

update record_copies
set withdrawn_by = :entry::bigint
where source_id = any (:sources::integer[]) and withdrawn_by is null
