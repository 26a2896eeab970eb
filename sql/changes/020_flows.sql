-- Purpose: how this run changed what was requested, paid, rejected, failed, expired and reversed on each date.
-- Grain:   one row per date, region, merchant, currency and flow; no row where nothing changed.
-- Rules:   an order is requested on its business date and leaves the open orders on closed_on, into the flow of its
--          outcome. The money is the requested amount. Orphans have no requested amount.
-- Parameters: run integer

insert into flow_changes (run_id, date, region, merchant_id, currency, flow, orders, requested_minor, unreadable)
with counted as (
  select 1 as sign, business_date, closed_on, region, merchant_id, requested_currency, outcome,
         count(*) as orders, coalesce(sum(requested_minor), 0) as minor,
         count(*) - count(requested_minor) as unreadable
  from order_rows
  where from_run = :run::integer and outcome <> 'ORPHAN'
  group by business_date, closed_on, region, merchant_id, requested_currency, outcome
  union all
  select -1, business_date, closed_on, region, merchant_id, requested_currency, outcome,
         count(*), coalesce(sum(requested_minor), 0), count(*) - count(requested_minor)
  from order_rows
  where until_run = :run::integer and outcome <> 'ORPHAN'
  group by business_date, closed_on, region, merchant_id, requested_currency, outcome
),
flows as (
  select c.*, business_date as date, 'requested' as flow from counted c
  union all
  select c.*, closed_on, case when outcome in ('MATCHED', 'MISMATCH') then 'paid' else lower(outcome) end
  from counted c
  where closed_on is not null
)
select :run::integer, date, region, merchant_id, requested_currency, flow, sum(sign * orders), sum(sign * minor),
       sum(sign * unreadable)
from flows
group by date, region, merchant_id, requested_currency, flow
having sum(sign * orders) <> 0 or sum(sign * minor) <> 0 or sum(sign * unreadable) <> 0
