-- Purpose: every record read is in exactly one of accepted, duplicate and rejected, source by source, and what was
--          accepted or rejected is stored unless it was purged or withdrawn: no record was added, removed or recounted
--          since.
-- Grain:   one row per count of a source that does not tie.
-- Rules:   a record belongs to the source in which it was first read, or to one that took it over when that was withdrawn.
-- Parameters: none

with stored as (
  select source_id, count(*) as records from pay_ins group by source_id
  union all
  select source_id, count(*) from callbacks group by source_id
  union all
  select source_id, count(*) from statements group by source_id
  union all
  select source_id, count(*) from bank_rows group by source_id
),
kept as (
  select source_id, sum(records) as records from stored group by source_id
),
turned_away as (
  select source_id, count(*) as lines from rejects group by source_id
),
counts as (
  select coalesce(s.source_id, k.source_id) as source_id, coalesce(s.name, 'no source that is known') as name,
         coalesce(s.records, 0) as records, coalesce(s.accepted, 0) as accepted,
         coalesce(s.duplicate, 0) as duplicate, coalesce(s.rejected, 0) as rejected,
         coalesce(k.records, 0) as stored, coalesce(t.lines, 0) as lines,
         coalesce(s.purged_accepted + s.withdrawn_accepted - s.taken_over, 0) as gone, coalesce(s.purged_rejected, 0) as purged_rejected
  from sources s
  full join kept k on k.source_id = s.source_id
  left join turned_away t on t.source_id = coalesce(s.source_id, k.source_id)
),
off as (
  select source_id, name, 1 as kind, 'records read' as what, (accepted + duplicate + rejected)::text as expected,
         records::text as actual
  from counts
  where records <> accepted + duplicate + rejected
  union all
  select source_id, name, 2, 'records stored', (accepted - gone)::text, stored::text
  from counts
  where stored <> accepted - gone
  union all
  select source_id, name, 3, 'lines rejected', (rejected - purged_rejected)::text, lines::text
  from counts
  where lines <> rejected - purged_rejected
)
select what || ' of source ' || source_id || ' (' || name || ')' as what, expected, actual
from off
order by source_id, kind
limit 20
