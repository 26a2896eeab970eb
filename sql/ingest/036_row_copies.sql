-- Purpose: like 034_record_copies.sql, for the rows of statements and of account statements.
-- Grain:   one row per row of a statement for this source, and one for the source that has it, as it was then.
-- Parameters: source integer (the source being kept); name text (its name)
-- Parts:   staged, stored (the tables); kind; order_no, merchant_id (of s); of_order (whether p is of its order)

insert into record_copies (
  order_no, merchant_id, kind, logged_at, digest, source_id, line, amount_text, response_amount_text, violations
)
with same_name as materialized (
  select source_id from sources where name = :name::text
),
repeated as materialized (
  select :order_no as order_no, :merchant_id as merchant_id, s.logged_at, s.digest, min(s.line) as line,
         p.source_id as stored_source_id, p.line as stored_line
  from :staged s
  join :stored p on :of_order and p.logged_at = s.logged_at and p.digest = s.digest
  where p.source_id <> :source::integer and p.source_id not in (select source_id from same_name)
  group by :order_no, :merchant_id, s.logged_at, s.digest, p.source_id, p.line
),
noted as materialized (
  select c.order_no, c.logged_at, c.digest
  from repeated r
  join record_copies c
    on c.order_no = r.order_no and c.kind = :kind and c.logged_at = r.logged_at and c.digest = r.digest
  where c.withdrawn_by is null and c.source_id in (select source_id from same_name)
),
fresh as materialized (
  select r.*
  from repeated r
  left join noted n on n.order_no = r.order_no and n.logged_at = r.logged_at and n.digest = r.digest
  where n.order_no is null
)
select order_no, merchant_id, :kind, logged_at, digest, :source::integer, line, null, null, '[]'::jsonb
from fresh
union all
select order_no, merchant_id, :kind, logged_at, digest, stored_source_id, stored_line, null, null, '[]'::jsonb
from fresh
on conflict (order_no, kind, logged_at, digest, source_id) do nothing
