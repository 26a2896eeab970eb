-- Purpose: the sums of the kept flows equal what the orders' current results give.
-- Grain:   one row per date, region, merchant, currency and flow that differs.
-- Rules:   of dates that were not purged.
-- Parameters: none

with held as (
  select business_date, closed_on, region, merchant_id, requested_currency as currency, outcome,
         coalesce(requested_minor, 0) as requested_minor, (requested_minor is null)::integer as unreadable
  from order_results
  where until_run is null and outcome <> 'ORPHAN'
),
sides as (
  select date, region, merchant_id, currency, flow, 'kept' as side, orders::numeric as orders, requested_minor,
         unreadable::numeric as unreadable
  from flow_changes
  union all
  select business_date, region, merchant_id, currency, 'requested', 'held', 1, requested_minor, unreadable
  from held
  union all
  select closed_on, region, merchant_id, currency,
         case when outcome in ('MATCHED', 'MISMATCH') then 'paid' else lower(outcome) end, 'held', 1, requested_minor,
         unreadable
  from held
  where closed_on is not null
),
summed as (
  select date, region, merchant_id, currency, flow,
         concat_ws(
           ' ', coalesce(sum(orders) filter (where side = 'kept'), 0), 'orders,',
           coalesce(sum(requested_minor) filter (where side = 'kept'), 0), 'minor units,',
           coalesce(sum(unreadable) filter (where side = 'kept'), 0), 'unreadable'
         ) as kept,
         concat_ws(
           ' ', coalesce(sum(orders) filter (where side = 'held'), 0), 'orders,',
           coalesce(sum(requested_minor) filter (where side = 'held'), 0), 'minor units,',
           coalesce(sum(unreadable) filter (where side = 'held'), 0), 'unreadable'
         ) as held
  from sides
  group by date, region, merchant_id, currency, flow
)
select concat_ws(
         ' ', 'flow', flow, 'of', merchant_id, 'on', date, nullif(region, ''), 'in', coalesce(currency, 'no currency')
       ) as what,
       held as expected, kept as actual
from summed
where kept <> held
  and not exists (select from purged_dates g where g.date = summed.date and g.region = summed.region)
order by date, region, merchant_id, currency nulls first, flow
limit 20
