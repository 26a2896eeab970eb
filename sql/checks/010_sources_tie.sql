-- Purpose: of what was read since the previous run, every record is in exactly one of accepted, duplicate and rejected,
--          and every accepted one is stored, unless it was purged or withdrawn.
-- Grain:   one row per count that does not tie.
-- Parameters: since, last_source integer (the newest sources known to the previous run and to this one)

with counted as (
  select coalesce(sum(records), 0) as records,
         coalesce(sum(accepted), 0) as accepted,
         coalesce(sum(duplicate), 0) as duplicate,
         coalesce(sum(rejected), 0) as rejected,
         coalesce(sum(accepted + taken_over - withdrawn_accepted - purged_accepted), 0) as left_accepted,
         coalesce(sum(rejected - purged_rejected), 0) as left_rejected
  from sources
  where source_id > :since::integer and source_id <= :last_source::integer
),
stored as (
  select (select count(*) from pay_ins where source_id > :since::integer and source_id <= :last_source::integer)
           + (select count(*) from callbacks where source_id > :since::integer and source_id <= :last_source::integer)
           + (select count(*) from statements where source_id > :since::integer and source_id <= :last_source::integer)
           + (select count(*) from bank_rows where source_id > :since::integer and source_id <= :last_source::integer) as accepted,
         (select count(*) from rejects where source_id > :since::integer and source_id <= :last_source::integer) as rejected
)
select 'records read' as what, c.records::text as expected,
       (c.accepted + c.duplicate + c.rejected)::text as actual
from counted c
where c.records <> c.accepted + c.duplicate + c.rejected
union all
select 'records stored', c.left_accepted::text, s.accepted::text
from counted c, stored s
where c.left_accepted <> s.accepted
union all
select 'lines rejected', c.left_rejected::text, s.rejected::text
from counted c, stored s
where c.left_rejected <> s.rejected
order by what
