-- Purpose: new callbacks that may belong to an order by their tradeNo only. At some as-of they do not count as
--          callbacks of their own key: no pay-in record of it was requested by the time they were received.
-- Grain:   one row per callback.
-- Parameters: unmatched_since, last_source integer

insert into unmatched_callbacks (order_no, merchant_id, digest, trade_no, received_at)
select c.order_no, c.merchant_id, c.digest, c.trade_no, c.received_at
from callbacks c
where c.source_id > :unmatched_since::integer
  and c.source_id <= :last_source::integer
  and c.trade_no is not null
  and c.verified is distinct from false
  and not exists (
    select from pay_ins p
    where p.order_no = c.order_no
      and p.merchant_id = c.merchant_id
      and p.requested_at <= c.received_at
      and p.source_id <= :last_source::integer
  )
on conflict (order_no, merchant_id, digest) do nothing
