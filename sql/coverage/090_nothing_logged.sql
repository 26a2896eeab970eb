-- Purpose: the stretches of which people declared that nothing was logged.
-- Grain:   one row per declaration, in the order in which they were made.
-- Units:   from_at, to_at as instants.
-- Parameters: last_entry bigint (the newest entry of the audit trail known to the run)

select region, after::jsonb ->> 'kind' as kind,
       (after::jsonb ->> 'from')::timestamptz as from_at,
       (after::jsonb ->> 'to')::timestamptz as to_at
from audit_entries
where action = 'nothing-logged'
  and entry <= :last_entry::bigint
order by entry
