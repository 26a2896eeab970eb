-- Purpose: keeps the rows of statements of the withdrawn sources aside as they are stored.
-- Grain:   one row per row; taken_over_by is the first source of another name that brought it too, and has it from now on.
-- Units:   known_at is when the source was read.
-- Parameters: sources integer[] (those withdrawn); entry bigint (of the audit trail)

insert into withdrawn_records (
  order_no, merchant_id, kind, logged_at, digest, entry, source_id, line, known_at, taken_over_by, record, violations
)
select p.order_no, p.merchant_id, 'statement', p.logged_at, p.digest, :entry::bigint, p.source_id, p.line, s.read_at,
       (
         select min(c.source_id)
         from record_copies c
         where c.order_no = p.order_no
           and c.kind = 'statement'
           and c.logged_at = p.logged_at
           and c.digest = p.digest
           and c.withdrawn_by is null
       ),
       to_jsonb(p), '[]'::jsonb
from statements p
join sources s on s.source_id = p.source_id
where p.source_id = any (:sources::integer[])
