-- Purpose: when the newest record of the purged orders was made; it may be newer than their dates.
-- Grain:   one row; empty if they have no records.
-- Parameters: none

select max(at) as newest_at
from (
  select p.requested_at as at
  from pay_ins p
  join work_purged_keys k on k.order_no = p.order_no and k.merchant_id = p.merchant_id
  union all
  select c.received_at
  from callbacks c
  join work_purged_keys k on k.order_no = c.order_no and k.merchant_id = c.merchant_id
) records
