-- Purpose: ends the findings of the purged orders: later runs do not list them, and versions of dates that are kept
--          still do.
-- Grain:   one row per finding that was valid.
-- Parameters: until integer (the number of no run, after the newest)

update finding_rows as f
set until_run = :until::integer
from work_purged_keys k
where f.order_no = k.order_no and f.merchant_id = k.merchant_id and f.until_run is null
