-- Purpose: the paid money of the orders is that of their payments, per currency.
-- Grain:   one row per currency in which the sums differ.
-- Parameters: none

with by_order as (
  select e.paid_currency as currency, sum(e.paid_minor) as minor
  from work_evidence e
  where e.paid_minor is not null
  group by e.paid_currency
),
by_payment as (
  select p.currency, sum(p.amount_minor::numeric) as minor
  from work_payments p
  join work_evidence e on e.order_no = p.order_no and e.merchant_id = p.merchant_id
  where e.paid_minor is not null and p.currency is not distinct from e.paid_currency
  group by p.currency
),
sides as (
  select currency, minor, 0::numeric as other from by_order
  union all
  select currency, 0::numeric, minor from by_payment
)
select 'paid in ' || coalesce(currency, 'no currency') as what, sum(other)::text as expected,
       sum(minor)::text as actual
from sides
group by currency
having sum(minor) <> sum(other)
order by what
