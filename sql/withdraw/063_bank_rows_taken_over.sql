-- Purpose: gives rows of account statements that another source brought too to that source.
-- Grain:   one row per row.
-- Parameters: entry bigint (of the audit trail)

update bank_rows as p
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
  and w.kind = 'bank'
  and p.logged_at = w.logged_at
  and p.digest = w.digest
