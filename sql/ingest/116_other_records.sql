-- Purpose: how many records of a source are others than those that earlier readings of the same bytes, by other settings, have in the same
--          lines: both are kept.
-- Grain:   one row. line is the first of them; null without any.
-- Rules:   once the records of the source are added.
-- Parameters: source integer (the source being kept); sources integer[] (the earlier sources of the same bytes)

with added as materialized (
  select line from pay_ins where source_id = :source::integer
  union
  select line from callbacks where source_id = :source::integer
),
earlier as materialized (
  select line from pay_ins where source_id = any (:sources::integer[])
  union
  select line from callbacks where source_id = any (:sources::integer[])
)
select count(*)::integer as rows, min(a.line)::text as line
from added a
join earlier e on e.line = a.line
