-- Purpose: the stretches of which people declared that nothing was logged, without those that were taken back.
-- Grain:   one row per declaration, in the order in which they were made.
-- Rules:   what was taken back can be declared again.
-- Units:   from_at, to_at as instants.
-- Parameters: last_entry bigint (the newest entry of the audit trail known to the run; null: of all)

select region, after::jsonb ->> 'kind' as kind,
       (after::jsonb ->> 'from')::timestamptz as from_at,
       (after::jsonb ->> 'to')::timestamptz as to_at
from audit_entries e
where action = 'nothing-logged'
  and (:last_entry::bigint is null or entry <= :last_entry::bigint)
  and not exists (
    select from audit_entries t
    where t.action = 'nothing-logged-taken-back'
      and t.entry > e.entry
      and (:last_entry::bigint is null or t.entry <= :last_entry::bigint)
      and t.region = e.region
      and t.after = e.after
  )
order by entry
