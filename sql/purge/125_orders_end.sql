-- Purpose: ends the results of purged orders that stay for versions and were valid until now: later runs do not list them.
-- Grain:   one row per order that was paid in a statement only; others that stay were settled before.
-- Rules:   their findings are among the few that 100_findings_end.sql has ended and 110_findings_go.sql has left.
-- Parameters: until integer (the number of no run, after the newest)

with paid as materialized (
  select f.order_no, f.merchant_id
  from finding_rows f
  join work_purged_keys k on k.order_no = f.order_no and k.merchant_id = f.merchant_id
  where f.until_run = :until::integer and f.code = 'PAID_IN_STATEMENT_ONLY'
)
update order_rows as r
set until_run = :until::integer
from paid p
where r.order_no = p.order_no and r.merchant_id = p.merchant_id and r.until_run is null
