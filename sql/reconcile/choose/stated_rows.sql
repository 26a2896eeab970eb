-- Purpose: the rows of payments of the orders in work_keys: those of them that have several payments are compared with each.
-- Grain:   one row per row of a statement.
-- Parameters: scaled integer[]

insert into work_stated_rows (order_no, merchant_id, trade_no, currency, gross_minor, status, is_scaled)
with keys as materialized (
  select order_no, merchant_id from work_keys
)
select k.order_no, k.merchant_id, r.trade_no, r.currency, r.gross_minor, r.status, r.source_id = any (:scaled::integer[])
from keys k
join work_owners o on o.owner_order_no = k.order_no and o.owner_merchant_id = k.merchant_id
join work_rows r on r.order_no = o.order_no and r.logged_at = o.logged_at and r.digest = o.digest
where r.type = 'payment' and r.trade_no is not null and r.status in ('paid', 'failed', 'reversed')
