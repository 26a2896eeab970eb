-- Purpose: notes the staged records of a table that a source of another name brought before, so that they stay if either
--          source is withdrawn.
-- Grain:   one row per record for this source, and one for the source that has it, as it was then.
-- Rules:   runs before the spellings and violations of this source are stored. A record that came by this name before is
--          noted already, or is no other source's.
-- Parameters: source integer (the source being kept); name text (its name)
-- Parts:   staged, stored (the tables); kind; line (where s was said); order_no, merchant_id (of s); of_order (whether p is of its order); staged_amount,
--          stored_amount (the amount's spelling, of s and p); staged_response, stored_response (its spelling in a response)

insert into record_copies (
  order_no, merchant_id, kind, logged_at, digest, source_id, line, amount_text, response_amount_text, violations
)
with same_name as materialized (
  select source_id from sources where name = :name::text
),
repeated as materialized (
  select :order_no as order_no, :merchant_id as merchant_id, s.logged_at, s.digest, :line as line,
         min(:staged_amount) as amount_text, min(:staged_response) as response_amount_text,
         p.source_id as stored_source_id, p.line as stored_line, min(:stored_amount) as stored_amount_text,
         min(:stored_response) as stored_response_amount_text
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
),
staged_rules as materialized (
  select order_no, logged_at, digest, jsonb_agg(distinct jsonb_build_array(field, rule)) as violations
  from stage_violations
  group by order_no, logged_at, digest
),
stored_rules as materialized (
  select v.order_no, v.logged_at, v.digest, jsonb_agg(jsonb_build_array(v.field, v.rule)) as violations
  from fresh f
  join violations v on v.order_no = f.order_no and v.logged_at = f.logged_at and v.digest = f.digest
  group by v.order_no, v.logged_at, v.digest
)
select f.order_no, f.merchant_id, :kind, f.logged_at, f.digest, :source::integer, f.line, f.amount_text,
       f.response_amount_text, coalesce(v.violations, '[]'::jsonb)
from fresh f
left join staged_rules v on v.order_no = f.order_no and v.logged_at = f.logged_at and v.digest = f.digest
union all
select f.order_no, f.merchant_id, :kind, f.logged_at, f.digest, f.stored_source_id, f.stored_line,
       f.stored_amount_text, f.stored_response_amount_text, coalesce(v.violations, '[]'::jsonb)
from fresh f
left join stored_rules v on v.order_no = f.order_no and v.logged_at = f.logged_at and v.digest = f.digest
on conflict (order_no, kind, logged_at, digest, source_id) do nothing
