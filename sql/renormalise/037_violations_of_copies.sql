-- Purpose: notes the rules that records break by these settings with each source that brought them too, so that they stay if the
--          source that has the record is withdrawn.
-- Grain:   one row per source that brought a record whose rules were staged, besides the one that has it.
-- Rules:   an amount that another source spells otherwise was not checked.
-- Parameters: none

with shown as materialized (
  select distinct order_no, logged_at, digest, field, rule from stage_violations
),
spelled as (
  select order_no, logged_at, digest, 'pay-in' as kind, amount_text, response_amount_text from pay_ins
  union all
  select order_no, logged_at, digest, 'callback', amount_text, null from callbacks
),
added as (
  select c.order_no, c.kind, c.logged_at, c.digest, c.source_id,
         jsonb_agg(jsonb_build_array(s.field, s.rule)) as violations
  from record_copies c
  join shown s on s.order_no = c.order_no and s.logged_at = c.logged_at and s.digest = c.digest
  join spelled r on r.order_no = c.order_no and r.logged_at = c.logged_at and r.digest = c.digest and r.kind = c.kind
  where c.withdrawn_by is null
    and not c.violations @> jsonb_build_array(jsonb_build_array(s.field, s.rule))
    and case
      when s.field like 'response.%.amount' then c.response_amount_text is not distinct from r.response_amount_text
      when s.field like '%.amount' then c.amount_text is not distinct from r.amount_text
      else true
    end
  group by c.order_no, c.kind, c.logged_at, c.digest, c.source_id
)
update record_copies as c
set violations = c.violations || a.violations
from added a
where c.order_no = a.order_no
  and c.kind = a.kind
  and c.logged_at = a.logged_at
  and c.digest = a.digest
  and c.source_id = a.source_id
