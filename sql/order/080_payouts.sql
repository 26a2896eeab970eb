-- Purpose: what the newest run says of payouts, and of what the bank booked for them.
-- Grain:   one row per payout, region and currency.
-- Units:   _minor in minor units of currency.
-- Parameters: payouts, regions, currencies text[] (of one key each, in the same places)

with keys as materialized (
  select distinct payout_id, region, currency
  from unnest(:payouts::text[], :regions::text[], :currencies::text[]) k (payout_id, region, currency)
)
select payout_id, region, currency, settled_on, rows, net_minor, bank_minor, booked_on, bank_reference
from keys
join payout_rows using (payout_id, region, currency)
where until_run is null
order by payout_id, region, currency
