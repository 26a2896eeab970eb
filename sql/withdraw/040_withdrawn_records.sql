-- Purpose: keeps the pay-ins or callbacks of the withdrawn sources aside as they are stored, with their violations.
-- Grain:   one row per record; taken_over_by is the first source of another name that brought it too, and has it from now on.
-- Parameters: sources integer[] (those withdrawn); entry bigint (of the audit trail)
-- Parts:   records (the table); kind; known_at (when a record was known)

insert into withdrawn_records (
  order_no, merchant_id, kind, logged_at, digest, entry, source_id, line, known_at, taken_over_by, record, violations
)
select p.order_no, p.merchant_id, :kind, p.logged_at, p.digest, :entry::bigint, p.source_id, p.line, :known_at,
       (
         select min(c.source_id)
         from record_copies c
         where c.order_no = p.order_no
           and c.kind = :kind
           and c.logged_at = p.logged_at
           and c.digest = p.digest
           and c.withdrawn_by is null
       ),
       to_jsonb(p),
       coalesce((
         select jsonb_agg(jsonb_build_array(v.field, v.rule, v.shape))
         from violations v
         where v.order_no = p.order_no and v.logged_at = p.logged_at and v.digest = p.digest
       ), '[]'::jsonb)
from :records p
where p.source_id = any (:sources::integer[])
