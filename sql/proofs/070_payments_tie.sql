-- Purpose: an order has as many payments as its row says, each of its own outcome, and was paid their sum.
-- Grain:   one row per order and value that does not tie.
-- Rules:   the paid amount is the sum of its payments in the currency that it was paid in; empty if there is none, or
--          if one cannot be read.
-- Parameters: none

with judged as (
  select order_no, merchant_id, outcome, payments, paid_currency, paid_minor
  from order_results
  where until_run is null
),
paid as (
  select order_no, merchant_id, outcome, currency, paid_minor::numeric as minor
  from payment_results
  where until_run is null
),
tied as (
  select coalesce(j.order_no, p.order_no) as order_no, coalesce(j.merchant_id, p.merchant_id) as merchant_id,
         coalesce(min(j.payments), 0) as payments, min(j.paid_minor) as paid_minor,
         count(p.order_no) as listed, min(j.outcome) as outcome,
         min(p.outcome) filter (where p.outcome <> j.outcome) as other_outcome,
         case when bool_and(p.minor is not null) filter (where p.currency is not distinct from j.paid_currency)
           then sum(p.minor) filter (where p.currency is not distinct from j.paid_currency)
         end as minor
  from judged j
  full join paid p on p.order_no = j.order_no and p.merchant_id = j.merchant_id
  group by coalesce(j.order_no, p.order_no), coalesce(j.merchant_id, p.merchant_id)
),
off as (
  select order_no, merchant_id, 'payments' as what, listed::text as expected, payments::text as actual
  from tied
  where listed <> payments
  union all
  select order_no, merchant_id, 'paid_minor', coalesce(minor::text, 'empty'), coalesce(paid_minor::text, 'empty')
  from tied
  where minor is distinct from paid_minor
  union all
  select order_no, merchant_id, 'outcome of a payment', outcome, other_outcome
  from tied
  where other_outcome is not null
)
select what || ' of order ' || order_no || ' of merchant ' || merchant_id as what, expected, actual
from off
order by order_no collate "C", merchant_id collate "C", what
limit 20
