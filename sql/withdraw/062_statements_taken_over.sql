-- Purpose: gives rows of statements that another source brought too to that source.
-- Grain:   one row per row.
-- Parameters: entry bigint (of the audit trail)

update statements as p
set source_id = c.source_id,
    line = c.line
from withdrawn_records w
join record_copies c
  on c.order_no = w.order_no
 and c.kind = w.kind
 and c.logged_at = w.logged_at
 and c.digest = w.digest
 and c.source_id = w.taken_over_by
where w.entry = :entry::bigint
  and w.kind = 'statement'
  and p.order_no = w.order_no
  and p.logged_at = w.logged_at
  and p.digest = w.digest
