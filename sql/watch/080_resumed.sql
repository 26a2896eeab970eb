-- Purpose: when the first payment was notified after a silence began.
-- Grain:   one row; none where none was in the time range.
-- Rules:   a payment is the first callback of paid status of its order, as in the counts
--          (sql/watch/counts/020_payments.sql); a repeated one is none.
-- Parameters: region text; payment_method, merchant_id text (null: all); from_at, to_at timestamptz; paid text[]

select c.received_at as resumed_at
from callbacks c
where c.received_at > :from_at::timestamptz
  and c.received_at <= :to_at::timestamptz
  and c.region = :region::text
  and c.status = any (:paid::text[])
  and c.verified is distinct from false
  and (:payment_method::text is null or coalesce(c.payment_method, 'none') = :payment_method::text)
  and (:merchant_id::text is null or c.merchant_id = :merchant_id::text)
  and not exists (
    select 1
    from callbacks e
    where e.order_no = c.order_no
      and e.merchant_id = c.merchant_id
      and e.region = c.region
      and coalesce(e.payment_method, 'none') = coalesce(c.payment_method, 'none')
      and e.received_at < c.received_at
      and e.status = any (:paid::text[])
      and e.verified is distinct from false
  )
order by c.received_at
limit 1
