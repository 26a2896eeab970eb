-- Purpose: payments, by when their callbacks were received.
-- Grain:   one row per payment method, merchant and slot (slot 0 is the newest) that has any.
-- Parameters: region text; from_at, to_at timestamptz (whole five minutes)

select payment_method, merchant_id,
       (extract(epoch from :to_at::timestamptz - slot_at) / 300)::integer - 1 as slot,
       payments, timed, late, compared, mismatched
from payment_counts
where slot_at >= :from_at::timestamptz
  and slot_at < :to_at::timestamptz
  and region = :region::text
  and payments > 0
order by payment_method, merchant_id, slot
