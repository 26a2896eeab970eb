-- Purpose: callbacks that are unmatched since the pay-in records of their key were withdrawn, as in
--          sql/reconcile/choose/unmatched_callbacks.sql.
-- Grain:   one row per callback.
-- Parameters: entry bigint (of the audit trail)

insert into unmatched_callbacks (order_no, merchant_id, digest, trade_no, received_at)
with keys as (
  select distinct order_no, merchant_id
  from withdrawn_records
  where entry = :entry::bigint and kind = 'pay-in' and taken_over_by is null
)
select c.order_no, c.merchant_id, c.digest, c.trade_no, c.received_at
from keys k
join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
where c.trade_no is not null
  and c.verified is distinct from false
  and not exists (
    select from pay_ins p
    where p.order_no = c.order_no and p.merchant_id = c.merchant_id and p.requested_at <= c.received_at
  )
on conflict (order_no, merchant_id, digest) do nothing
