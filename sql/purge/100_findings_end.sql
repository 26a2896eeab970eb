-- Purpose: ends the findings of the orders that go: no run from here on lists them, and versions of dates that remain
--          still do.
-- Grain:   one row per finding that held.
-- Parameters: run integer (the newest)

update finding_results as f
set until_run = :run::integer + 1
from work_purged_keys k
where f.order_no = k.order_no and f.merchant_id = k.merchant_id and f.until_run is null
