-- Purpose: deletes the violations of records that are withdrawn.
-- Grain:   one row per violation.
-- Parameters: entry bigint (of the audit trail)

delete from violations as v
using withdrawn_records w
where w.entry = :entry::bigint
  and w.taken_over_by is null
  and v.order_no = w.order_no
  and v.logged_at = w.logged_at
  and v.digest = w.digest
