-- Purpose: the paid amounts of all orders equal the sums of their payments per currency, and so do the sums by outcome.
-- Grain:   one row per currency in which the sums differ.
-- Rules:   of orders whose payments in that currency can all be read.
-- Parameters: none

with judged as (
  select order_no, merchant_id, paid_currency as currency, paid_minor
  from order_results
  where until_run is null
),
sides as (
  select currency, paid_minor as by_orders, 0::numeric as by_payments
  from judged
  where paid_minor is not null
  union all
  select p.currency, 0::numeric, p.paid_minor::numeric
  from payment_results p
  left join judged j on j.order_no = p.order_no and j.merchant_id = p.merchant_id
  where p.until_run is null
    and (j.order_no is null or (j.paid_minor is not null and p.currency is not distinct from j.currency))
)
select 'paid in ' || coalesce(currency, 'no currency') || ', of all orders' as what,
       coalesce(sum(by_payments), 0)::text as expected, coalesce(sum(by_orders), 0)::text as actual
from sides
group by currency
having coalesce(sum(by_payments), 0) <> coalesce(sum(by_orders), 0)
order by currency collate "C" nulls first
