-- Purpose: gives the records of a kind that another source brought too to that source.
-- Grain:   one row per record.
-- Parameters: entry bigint (of the audit trail)
-- Parts:   records (the table); kind; of_order (whether p is of the order of w)

update :records as p
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
  and w.kind = :kind
  and :of_order
  and p.logged_at = w.logged_at
  and p.digest = w.digest
