-- Purpose: deletes the records of the purged orders.
-- Grain:   one row per source.
-- Parameters: none
-- Parts:   records (pay_ins or callbacks); counted (041_count_gone.sql)

with gone as (
  delete from :records as r
  using work_purged_keys k
  where r.order_no = k.order_no and r.merchant_id = k.merchant_id
  returning r.source_id, r.digest
),
:counted
