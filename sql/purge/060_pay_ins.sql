-- Purpose: deletes the pay-in records of the purged orders, remembers them, and counts them at their sources.
-- Grain:   one row per source.
-- Parameters: none

with gone as (
  delete from pay_ins as p
  using work_purged_keys k
  where p.order_no = k.order_no and p.merchant_id = k.merchant_id
  returning p.source_id, p.digest
),
remembered as (
  insert into purged_records (digest)
  select digest from gone
  on conflict (digest) do nothing
),
counted as (
  select source_id, count(*) as records from gone group by source_id
)
update sources as s
set purged_accepted = s.purged_accepted + c.records
from counted c
where s.source_id = c.source_id
returning c.records
