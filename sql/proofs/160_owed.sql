-- Purpose: the kept sums of the money owed to payers equal what the orders' current results and the refunds in statements give.
-- Grain:   one row per date, region, merchant, currency and flow that differs.
-- Rules:   of dates that were not purged, and not of dates of refunds of orders that were. Refunds and chargebacks in the currency
--          of the payment, or without one, return what is owed, up to what is owed and not before it is; those of sources in the
--          wrong unit return nothing, and of a fee that was given back a net amount above zero does not. Nothing is kept until a
--          run knows a row of a statement or bank. What is owed is stated here once more, apart from sql/changes/050_owed.sql,
--          which keeps the sums: a proof that shared a condition with it would share its mistakes.
-- Parameters: none

with begun as (
  select exists (select run_id from runs where has_statements) as is_so
),
in_wrong_unit as materialized (
  select source_id from scaled_sources where until_run is null
),
owed as materialized (
  select order_no, merchant_id, region, paid_currency as currency, coalesce(paid_date, owed_since, closed_on, business_date) as date,
         case
           when ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %' then paid_minor else difference_minor
         end as minor
  from order_results
  where until_run is null
    and payments > 0
    and (select is_so from begun)
    and (
      payments > 1 or amount_reason = 'overpaid' or ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %'
    )
),
refunded as materialized (
  select matched_order_no as order_no, matched_merchant_id as merchant_id, row_date, currency,
         coalesce(
           nullif(gross_minor, 0)::numeric,
           case when fee_minor < 0 then - net_minor::numeric else abs(net_minor::numeric) end - coalesce(fee_minor, 0)
         ) as minor,
         until_run, status, source_id
  from statement_results
  where type in ('refund', 'chargeback') and matched_order_no is not null
),
stored as materialized (
  select distinct r.order_no, r.merchant_id
  from refunded r
  join order_results o on o.order_no = r.order_no and o.merchant_id = r.merchant_id
  where o.until_run is null
),
of_purged as materialized (
  select distinct r.merchant_id, r.row_date as date
  from refunded r
  left join stored s on s.order_no = r.order_no and s.merchant_id = r.merchant_id
  where s.order_no is null
),
by_date as (
  select o.order_no, o.merchant_id, o.region, o.currency, o.minor as owed, greatest(r.row_date, o.date) as date,
         sum(r.minor) as minor
  from owed o
  join refunded r on r.order_no = o.order_no and r.merchant_id = o.merchant_id
  where o.minor > 0
    and r.until_run is null
    and r.status = 'paid'
    and r.minor > 0
    and r.source_id not in (select source_id from in_wrong_unit)
    and (r.currency is null or r.currency = o.currency)
  group by o.order_no, o.merchant_id, o.region, o.currency, o.minor, greatest(r.row_date, o.date)
),
until_then as (
  select b.*, sum(minor) over (partition by order_no, merchant_id order by date) as until_then from by_date b
),
sides as (
  select date, region, merchant_id, currency, flow, 'kept' as side, orders, minor from owed_changes
  union all
  select date, region, merchant_id, currency, 'owed', 'held', 1, minor from owed where minor > 0
  union all
  select date, region, merchant_id, currency, 'returned', 'held', 1,
         least(until_then, owed) - least(until_then - minor, owed)
  from until_then
  where until_then - minor < owed
),
summed as (
  select date, region, merchant_id, currency, flow,
         concat_ws(
           ' ', coalesce(sum(orders) filter (where side = 'kept'), 0), 'orders,',
           coalesce(sum(minor) filter (where side = 'kept'), 0), 'minor units'
         ) as kept,
         concat_ws(
           ' ', coalesce(sum(orders) filter (where side = 'held'), 0), 'orders,',
           coalesce(sum(minor) filter (where side = 'held'), 0), 'minor units'
         ) as held
  from sides
  group by date, region, merchant_id, currency, flow
)
select concat_ws(
         ' ', case flow when 'owed' then 'owed to payers' else 'returned to payers' end, 'of', s.merchant_id, 'on', s.date,
         nullif(s.region, ''), 'in', coalesce(currency, 'no currency')
       ) as what,
       held as expected, kept as actual, 'To do: payin-recon renormalise, which counts the money owed to payers again.' as remedy
from summed s
left join purged_dates g on g.date = s.date and g.region = s.region
left join of_purged p on p.merchant_id = s.merchant_id and p.date = s.date and s.flow = 'returned'
where kept <> held and g.date is null and p.date is null
order by s.date, s.region, s.merchant_id, currency nulls first, flow
limit 20
