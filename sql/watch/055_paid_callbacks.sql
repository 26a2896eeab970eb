-- Purpose: which callbacks are of payments that were notified in a time range, of what an alarm is about.
-- Grain:   a condition on a callback c.
-- Rules:   this file is no statement of its own: it is a condition of 060, 070 and 080.
-- Parameters: region text; payment_method, merchant_id text (null: all); from_at, to_at timestamptz; paid text[]

c.received_at > :from_at::timestamptz
  and c.received_at <= :to_at::timestamptz
  and c.region = :region::text
  and c.status = any (:paid::text[])
  and c.verified is distinct from false
  and (:payment_method::text is null or left(coalesce(c.payment_method, 'none'), 64) = :payment_method::text)
  and (:merchant_id::text is null or c.merchant_id = :merchant_id::text)
