-- Purpose: when the last payment was notified before a silence.
-- Grain:   one row; null where none was in the time range.
-- Parameters: region text; payment_method, merchant_id text (null: all); from_at, to_at timestamptz; paid text[]

select max(received_at) as last_at
from callbacks
where received_at > :from_at::timestamptz
  and received_at <= :to_at::timestamptz
  and region = :region::text
  and status = any (:paid::text[])
  and verified is distinct from false
  and (:payment_method::text is null or coalesce(payment_method, 'none') = :payment_method::text)
  and (:merchant_id::text is null or merchant_id = :merchant_id::text)
