-- Purpose: keeps the rows of account statements of the withdrawn sources aside as they are stored.
-- Grain:   one row per row; taken_over_by is the first source of another name that brought it too, and has it from now on.
-- Units:   known_at is when the source was read.
-- Parameters: sources integer[] (those withdrawn); entry bigint (of the audit trail)

insert into withdrawn_records (
  order_no, merchant_id, kind, logged_at, digest, entry, source_id, line, known_at, taken_over_by, record, violations
)
with read as materialized (
  select source_id, read_at from sources where source_id = any (:sources::integer[])
),
noted as materialized (
  select logged_at, digest, source_id
  from record_copies
  where order_no = '' and kind = 'bank' and withdrawn_by is null
),
copies as materialized (
  select logged_at, digest, min(source_id) as source_id from noted group by logged_at, digest
)
select '', '', 'bank', p.logged_at, p.digest, :entry::bigint, p.source_id, p.line, s.read_at,
       c.source_id, to_jsonb(p), '[]'::jsonb
from bank_rows p
join read s on s.source_id = p.source_id
left join copies c on c.logged_at = p.logged_at and c.digest = p.digest
where p.source_id = any (:sources::integer[])
