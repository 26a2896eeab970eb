-- Purpose: the chosen orders that an unmatched callback may belong to by its tradeNo: their records are read together
--          too.
-- Grain:   one row per order that is not in work_grouped yet.
-- Parameters: none

insert into work_grouped (order_no, merchant_id)
with unmatched_trade_nos as materialized (
  select distinct trade_no from unmatched_callbacks
)
select k.order_no, k.merchant_id
from unmatched_trade_nos u
join pay_ins p on p.trade_no = u.trade_no
join work_marked k on k.order_no = p.order_no and k.merchant_id = p.merchant_id
left join work_grouped g on g.order_no = k.order_no and g.merchant_id = k.merchant_id
where g.order_no is null
group by k.order_no, k.merchant_id
