-- Purpose: keeps the rows of statements of the withdrawn sources aside as they are stored.
-- Grain:   one row per row; taken_over_by is the first source of another name that brought it too, and has it from now on.
-- Units:   known_at is when the source was read.
-- Parameters: sources integer[] (those withdrawn); entry bigint (of the audit trail)

insert into withdrawn_records (
  order_no, merchant_id, kind, logged_at, digest, entry, source_id, line, known_at, taken_over_by, record, violations
)
with read as materialized (
  select source_id, read_at from sources where source_id = any (:sources::integer[])
),
copies as materialized (
  select p.order_no, p.logged_at, p.digest, min(c.source_id) as source_id
  from statements p
  join record_copies c on c.order_no = p.order_no and c.logged_at = p.logged_at and c.digest = p.digest
  where p.source_id = any (:sources::integer[]) and c.kind = 'statement' and c.withdrawn_by is null
  group by p.order_no, p.logged_at, p.digest
)
select p.order_no, p.merchant_id, 'statement', p.logged_at, p.digest, :entry::bigint, p.source_id, p.line, s.read_at,
       c.source_id, to_jsonb(p), '[]'::jsonb
from statements p
join read s on s.source_id = p.source_id
left join copies c on c.order_no = p.order_no and c.logged_at = p.logged_at and c.digest = p.digest
where p.source_id = any (:sources::integer[])
