-- Purpose: the newest five minutes before a silence in which something was counted, however long ago; older than the weeks that
--          are compared, they are forgotten.
-- Grain:   one row; null where there are none.
-- Parameters: region text; payment_method, merchant_id text (null: all); to_at timestamptz (whole five minutes)
-- Parts:   counts: order_counts or payment_counts; number: what was counted, orders or payments

select max(slot_at) as slot_at
from :counts
where region = :region::text
  and slot_at < :to_at::timestamptz
  and :number > 0
  and (:payment_method::text is null or payment_method = :payment_method::text)
  and (:merchant_id::text is null or merchant_id = :merchant_id::text)
