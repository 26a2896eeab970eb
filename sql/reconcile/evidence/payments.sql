-- Purpose: the payments of each order in work_grouped, and the notification that decides each.
-- Grain:   one row per payment: order and tradeNo of its paid notifications.
-- Rules:   paid notifications without tradeNo join the order's only group that has one, else are a group.
--          The latest completed_at decides, then the latest received_at, then the greatest amount.
--          Amounts conflict by minor units, or by text where one of two is empty.
-- Parameters: none

insert into work_payments (
  order_no, merchant_id, payment_trade_no, digest, trade_no, sub_merchant_id, payment_method, currency,
  amount_minor, amount_text, completed_at, completed_impossible, offset_source, received_at, conflicting
)
with paid as (
  select n.*,
         case
           when min(trade_no) over wide = max(trade_no) over wide then min(trade_no) over wide
           else trade_no
         end as payment_trade_no
  from work_notifications n
  where status_class = 'paid'
  window wide as (partition by order_no, merchant_id)
),
ranked as (
  select p.*,
         row_number() over (
           payment
           order by completed_at desc nulls last, received_at desc, amount_minor desc nulls last,
                    amount_text desc nulls last, currency desc nulls last, status desc, digest desc
         ) as rank,
         min(currency) over payment <> max(currency) over payment
           or min(amount_minor) over payment <> max(amount_minor) over payment
           or bool_or(amount_minor is null and amount_text is not null) over payment
             and min(amount_text) over payment <> max(amount_text) over payment as conflicting
  from paid p
  window payment as (partition by order_no, merchant_id, payment_trade_no)
)
select order_no, merchant_id, payment_trade_no, digest, trade_no, sub_merchant_id, payment_method, currency,
       amount_minor, amount_text, completed_at, completed_impossible, offset_source, received_at,
       coalesce(conflicting, false)
from ranked
where rank = 1
