-- Purpose: removes callbacks from the unmatched ones that were read before the pay-in record of their key. They go after
--          the orders that they belonged to by their tradeNo were chosen.
-- Grain:   one row per callback that is removed.
-- Parameters: unmatched_since, last_source integer

delete from unmatched_callbacks as s
using pay_ins p
where p.source_id > :unmatched_since::integer
  and p.source_id <= :last_source::integer
  and p.order_no = s.order_no
  and p.merchant_id = s.merchant_id
  and p.requested_at <= s.received_at
