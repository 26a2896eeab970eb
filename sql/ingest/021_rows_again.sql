-- Purpose: how many rows of a statement or a bank that were read of a query before do not come again, and how many of its staged rows
--          would be added: after a change of columns or settings these may be the same rows with other values.
-- Grain:   one row.
-- Rules:   once the equal rows of the source are numbered, before purged ones are taken out. A row comes again as it is stored, or by
--          its row_id. Of purged records only digests are kept. A row that another source brought first is a copy of its row.
-- Parameters: sources integer[] (the earlier sources of the query); purged bigint (how many of their records were purged)
-- Parts:   staged (stage_statements or stage_bank_rows), stored (statements or bank_rows); kind (of their copies);
--          of_order (whether p is of the order of s), of_copy (whether it is of that of c)

with again as materialized (
  select s.line as staged_line, p.source_id, p.line
  from :staged s
  join :stored p on :of_order and p.logged_at = s.logged_at and p.digest = s.digest
  union all
  select s.line, p.source_id, p.line
  from :staged s
  join :stored p on p.issuer = s.issuer and p.row_key = s.row_key
  where p.row_id is not null and s.row_id is not null
),
purged_again as materialized (
  select s.line from :staged s join purged_records p on p.digest = s.digest
),
copies as materialized (
  select order_no, logged_at, digest
  from record_copies
  where source_id = any (:sources::integer[]) and kind = :kind and withdrawn_by is null
),
earlier as materialized (
  select p.source_id, p.line
  from :stored p
  where p.source_id = any (:sources::integer[])
  union
  select p.source_id, p.line
  from copies c
  join :stored p on :of_copy and p.logged_at = c.logged_at and p.digest = c.digest
),
missing as (
  select source_id, line from earlier except select source_id, line from again
),
added as (
  select line from :staged except select staged_line from again except select line from purged_again
)
select (select count(*) from missing)
         + greatest(0, :purged::bigint - (select count(*) from purged_again)) as missing,
       (select count(*) from added) as added
