-- Purpose: gives violations that a withdrawn source brought to another source that shows them too.
-- Grain:   one row per violation of a record that stays.
-- Parameters: sources integer[] (those withdrawn)

with shown as (
  select v.order_no, v.logged_at, v.digest, v.field, v.rule, min(c.source_id) as source_id
  from violations v
  join record_copies c on c.order_no = v.order_no and c.logged_at = v.logged_at and c.digest = v.digest
  where v.source_id = any (:sources::integer[])
    and c.withdrawn_by is null
    and c.violations @> jsonb_build_array(jsonb_build_array(v.field, v.rule))
  group by v.order_no, v.logged_at, v.digest, v.field, v.rule
)
update violations as v
set source_id = s.source_id
from shown s
where v.order_no = s.order_no
  and v.logged_at = s.logged_at
  and v.digest = s.digest
  and v.field = s.field
  and v.rule = s.rule
