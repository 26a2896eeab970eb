-- Purpose: groups deliveries that say the same into one notification.
-- Grain:   one row per notification: order, status, tradeNo, currency, amount and completed_at.
-- Rules:   it was received when its earliest delivery was, and has all other values of that delivery.
-- Parameters: none

insert into work_notifications (
  order_no, merchant_id, digest, status, status_class, trade_no, sub_merchant_id, payment_method, currency,
  amount_minor, amount_text, amount_key, completed_at, completed_impossible, offset_source, received_at,
  never_acknowledged
)
with deliveries as (
  select c.*,
         row_number() over (notification order by received_at, digest) as delivery,
         bool_or(ack = 'SUCCESS') over (notification) as acknowledged,
         bool_or(ack <> 'SUCCESS') over (notification) as refused
  from work_callbacks c
  window notification as (
    partition by order_no, merchant_id, status, trade_no, currency, amount_key, completed_at
  )
)
select order_no, merchant_id, digest, status, status_class, trade_no, sub_merchant_id, payment_method, currency,
       amount_minor, amount_text, amount_key, completed_at, completed_impossible, offset_source, received_at,
       coalesce(refused, false) and not coalesce(acknowledged, false)
from deliveries
where delivery = 1
