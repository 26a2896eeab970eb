-- Purpose: when the first payment was notified after a silence began.
-- Grain:   one row; none where none was in the time range.
-- Rules:   a payment is the first callback of paid status of its order, as in the counts
--          (sql/watch/counts/020_payments.sql); a repeated one is none.
-- Parameters: paid text[]
-- Parts:   paid_callbacks: 055_paid_callbacks.sql

select c.received_at as resumed_at
from callbacks c
where :paid_callbacks
  and not exists (
    select 1
    from callbacks e
    where e.order_no = c.order_no
      and e.merchant_id = c.merchant_id
      and e.region = c.region
      and left(coalesce(e.payment_method, 'none'), 64) = left(coalesce(c.payment_method, 'none'), 64)
      and e.received_at < c.received_at
      and e.status = any (:paid::text[])
      and e.verified is distinct from false
  )
order by c.received_at
limit 1
