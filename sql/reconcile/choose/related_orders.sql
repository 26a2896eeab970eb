-- Purpose: the orders whose verdict can change because that of a chosen order can: an unmatched callback belongs to the
--          one order whose responses have its tradeNo, so that unmatched callbacks and owners of a tradeNo are judged
--          together.
-- Grain:   one row per order that is not in work_keys yet. Repeated until it adds none.
-- Rules:   an owner whose pay-in record is new is judged in any case: the first repetition begins with it.
-- Parameters: round integer (the number of this repetition, from 1); known_source, last_source integer

insert into work_keys (order_no, merchant_id, round)
with unmatched as materialized (
  select distinct trade_no from unmatched_callbacks
),
trade_nos as materialized (
  select s.trade_no
  from work_keys a
  join unmatched_callbacks s on s.order_no = a.order_no and s.merchant_id = a.merchant_id
  where a.round = :round::integer - 1
  union
  select p.trade_no
  from unmatched t
  join pay_ins p on p.trade_no = t.trade_no and p.source_id <= :last_source::integer
  left join work_keys a on a.order_no = p.order_no and a.merchant_id = p.merchant_id
  where a.round = :round::integer - 1 or :round::integer = 1 and p.source_id > :known_source::integer
),
related as (
  select s.order_no, s.merchant_id
  from trade_nos t
  join unmatched_callbacks s on s.trade_no = t.trade_no
  union
  select p.order_no, p.merchant_id
  from trade_nos t
  join pay_ins p on p.trade_no = t.trade_no and p.source_id <= :last_source::integer
)
select k.order_no, k.merchant_id, :round::integer
from related k
where not exists (
  select from work_keys w where w.order_no = k.order_no and w.merchant_id = k.merchant_id
)
