-- Purpose: gives the rows of statements or banks of which a statement was withdrawn, or a copy, their places in the order of reading
--          by what is left: where each was said last.
-- Grain:   one row per statement of such a row that came under several names.
-- Rules:   once the records that stay are taken over. Other rows of one row_id need it too: a file that has both a row and its
--          correction has said the correction last.
-- Parameters: entry bigint (of the audit trail)
-- Parts:   records (the table); kind; of_order (whether p is of the order of w), of_copy (whether c is of that of p)

with changed as materialized (
  select order_no, logged_at, digest
  from withdrawn_records
  where entry = :entry::bigint and kind = :kind and taken_over_by is not null
  union
  select order_no, logged_at, digest
  from record_copies
  where withdrawn_by = :entry::bigint and kind = :kind
),
rows as materialized (
  select distinct p.issuer, p.row_key
  from changed w
  join :records p on :of_order and p.logged_at = w.logged_at and p.digest = w.digest
  where p.row_id is not null
),
said as materialized (
  select p.logged_at, p.digest, c.order_no, c.source_id, c.line
  from rows r
  join :records p on p.issuer = r.issuer and p.row_key = r.row_key
  join record_copies c on :of_copy and c.logged_at = p.logged_at and c.digest = p.digest
  where p.row_id is not null and c.kind = :kind and c.withdrawn_by is null
),
last as materialized (
  select distinct on (s.order_no, s.logged_at, s.digest) s.order_no, s.logged_at, s.digest,
         coalesce(q.place, q.source_id) as place, s.line
  from said s
  join sources q on q.source_id = s.source_id
  order by s.order_no, s.logged_at, s.digest, coalesce(q.place, q.source_id) desc, s.line desc
)
update :records as p
set place = w.place,
    place_line = w.line
from last w
where :of_order and p.logged_at = w.logged_at and p.digest = w.digest
