-- Purpose: how many staged rows of statements or banks would count beside rows that were read of the same lines of the same bytes, because
--          other settings make other rows of them.
-- Grain:   one row per earlier source of the bytes, source that has its rows, and tables by which these were and are read.
-- Rules:   once the equal rows of the source are numbered. Rows that are stored, or correct one that is by their row_id, add none.
--          A line whose row came from another file first is a copy of it.
-- Parameters: sources integer[] (the earlier sources of the same bytes)
-- Parts:   staged (stage_statements or stage_bank_rows), stored (statements or bank_rows); kind (of their copies);
--          of_order (whether p is of the order of s), of_copy (whether it is of that of c)

with stored_before as materialized (
  select s.line
  from :staged s
  join :stored p on :of_order and p.logged_at = s.logged_at and p.digest = s.digest
  union all
  select s.line
  from :staged s
  join :stored p on p.issuer = s.issuer and p.row_key = s.row_key
  where p.row_id is not null and s.row_id is not null
),
fresh as materialized (
  select issuer, line from :staged where line not in (select line from stored_before)
),
copies as materialized (
  select source_id, line, order_no, logged_at, digest
  from record_copies
  where source_id = any (:sources::integer[]) and kind = :kind and withdrawn_by is null
),
earlier as materialized (
  select p.source_id, p.source_id as holder_id, p.issuer, p.line
  from :stored p
  where p.source_id = any (:sources::integer[])
  union
  select c.source_id, p.source_id, p.issuer, c.line
  from copies c
  join :stored p on :of_copy and p.logged_at = c.logged_at and p.digest = c.digest
)
select e.source_id, e.holder_id, e.issuer, f.issuer as own_issuer, count(distinct f.line)::integer as rows
from fresh f
join earlier e on e.line = f.line
group by e.source_id, e.holder_id, e.issuer, f.issuer
order by e.source_id desc, e.holder_id desc, e.issuer
