-- Purpose: what the kept flows of a date and region sum to is what the orders of that run say.
-- Grain:   one row per merchant, currency and flow that does not; none when they tie.
-- Parameters: run integer; date date; region text

with held as (
  select merchant_id, requested_currency as currency, requested_minor, outcome, business_date, closed_on
  from order_results
  where region = :region::text
    and business_date <= :date::date
    and from_run <= :run::integer
    and (until_run is null or until_run > :run::integer)
    and outcome <> 'ORPHAN'
),
sides as (
  select merchant_id, currency, flow, 'told' as side, orders, requested_minor, unreadable
  from flow_changes
  where region = :region::text and date = :date::date and run_id <= :run::integer
  union all
  select merchant_id, currency, 'requested', 'held', 1, coalesce(requested_minor, 0), (requested_minor is null)::integer
  from held
  where business_date = :date::date
  union all
  select merchant_id, currency, case when outcome in ('MATCHED', 'MISMATCH') then 'paid' else lower(outcome) end,
         'held', 1, coalesce(requested_minor, 0), (requested_minor is null)::integer
  from held
  where closed_on = :date::date
),
summed as (
  select merchant_id, currency, flow,
         concat_ws(
           ' ', coalesce(sum(orders) filter (where side = 'told'), 0), 'orders,',
           coalesce(sum(requested_minor) filter (where side = 'told'), 0), 'minor units,',
           coalesce(sum(unreadable) filter (where side = 'told'), 0), 'unreadable'
         ) as told,
         concat_ws(
           ' ', coalesce(sum(orders) filter (where side = 'held'), 0), 'orders,',
           coalesce(sum(requested_minor) filter (where side = 'held'), 0), 'minor units,',
           coalesce(sum(unreadable) filter (where side = 'held'), 0), 'unreadable'
         ) as held
  from sides
  group by merchant_id, currency, flow
)
select concat_ws(' ', 'flow', flow, 'of', merchant_id, 'in', coalesce(currency, 'no currency')) as what,
       held as expected, told as actual
from summed
where told <> held
order by merchant_id, currency nulls first, flow
