-- Purpose: removes withdrawn callbacks from the unmatched ones.
-- Grain:   one row per callback.
-- Parameters: entry bigint (of the audit trail)

delete from unmatched_callbacks as u
using withdrawn_records w
where w.entry = :entry::bigint
  and w.kind = 'callback'
  and w.taken_over_by is null
  and u.order_no = w.order_no
  and u.merchant_id = w.merchant_id
  and u.digest = w.digest
