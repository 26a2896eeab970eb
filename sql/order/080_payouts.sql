-- Purpose: what the newest run says of payouts, and of what the bank booked for them.
-- Grain:   one row per payout, region and currency.
-- Units:   _minor in minor units of currency.
-- Parameters: payouts text[]

select payout_id, region, currency, settled_on, rows, net_minor, bank_minor, booked_on, bank_reference
from payout_rows
where payout_id = any (:payouts::text[]) and until_run is null
order by payout_id, region, currency
