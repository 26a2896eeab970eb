-- Purpose: what the newest run says of payouts, and of what the bank booked for them.
-- Grain:   one row per payout, region and currency.
-- Units:   _minor in minor units of currency.
-- Parameters: payouts, regions, currencies text[] (of one key each, in the same places)

with keys as materialized (
  select distinct payout_id, region, currency
  from unnest(:payouts::text[], :regions::text[], :currencies::text[]) k (payout_id, region, currency)
)
select p.payout_id, p.region, p.currency, p.settled_on, p.rows, p.net_minor, p.bank_minor, p.booked_on, p.bank_reference
from payout_rows p
join keys k on k.payout_id = p.payout_id and k.region = p.region and k.currency = p.currency
where p.until_run is null
order by p.payout_id, p.region, p.currency
