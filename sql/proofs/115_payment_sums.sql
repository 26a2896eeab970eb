-- Purpose: the kept sums of payments equal what the payments' current results give.
-- Grain:   one row per paid date, region, merchant, method and currency that differs.
-- Rules:   of dates that were not purged.
-- Parameters: none

with sides as (
  select date, region, merchant_id, payment_method, currency, 'kept' as side, payments, paid_minor, refunded_minor,
         unreadable
  from payment_changes
  union all
  select paid_date, region, merchant_id, payment_method, currency, 'held', 1, coalesce(paid_minor, 0),
         case when outcome = 'REVERSED' then coalesce(paid_minor, 0) else 0 end, (paid_minor is null)::integer
  from payment_results
  where until_run is null
),
summed as (
  select date, region, merchant_id, payment_method, currency, side,
         concat_ws(
           ' ', sum(payments), 'payments,', sum(paid_minor), 'minor units,', sum(refunded_minor), 'refunded,',
           sum(unreadable), 'unreadable'
         ) as sums
  from sides
  group by date, region, merchant_id, payment_method, currency, side
  having sum(payments) <> 0 or sum(paid_minor) <> 0 or sum(refunded_minor) <> 0 or sum(unreadable) <> 0
),
compared as (
  select date, region, merchant_id, payment_method, currency,
         coalesce(max(sums) filter (where side = 'kept'), 'none') as kept,
         coalesce(max(sums) filter (where side = 'held'), 'none') as held
  from summed
  group by date, region, merchant_id, payment_method, currency
)
select concat_ws(
         ' ', 'payments of', merchant_id, 'by', coalesce(payment_method, 'no method'), 'on', date, nullif(region, ''),
         'in', coalesce(currency, 'no currency')
       ) as what,
       held as expected, kept as actual
from compared
where kept <> held
  and not exists (select from purged_dates g where g.date = compared.date and g.region = compared.region)
order by date, region, merchant_id, payment_method nulls first, currency nulls first
limit 20
