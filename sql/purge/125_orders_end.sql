-- Purpose: ends what is left of the results of the purged orders: later runs do not list them.
-- Grain:   one row per order that was still valid: paid in a statement only.
-- Parameters: run integer (the newest)

update order_rows as r
set until_run = :run::integer + 1
from work_purged_keys k
where r.order_no = k.order_no and r.merchant_id = k.merchant_id and r.until_run is null
