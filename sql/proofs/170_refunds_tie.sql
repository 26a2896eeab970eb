-- Purpose: what was returned of the money owed for an order, as its result has it and refunds-due.csv shows it, is its share in
--          the kept sums, which roll-forward.csv shows.
-- Grain:   one row per order that differs.
-- Rules:   its share is what its refunds and chargebacks in the currency of its payment, or without one, come to, at most what is
--          owed; 160_owed.sql proves that the kept sums are the sums of these shares. One without a gross amount, or of
--          zero, counts by its net amount less its fee, and never lowers what others return; where the fee was given back,
--          and is negative, a net amount above zero went to the merchant. Those of sources in the wrong unit return nothing.
-- Parameters: none

with in_wrong_unit as materialized (
  select source_id from scaled_sources where until_run is null
),
owed as materialized (
  select order_no, merchant_id, paid_currency as currency, returned_currency, returned_minor,
         case
           when ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %' then paid_minor else difference_minor
         end as minor
  from order_results
  where until_run is null
    and payments > 0
    and (
      payments > 1 or amount_reason = 'overpaid' or ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %'
    )
),
refunded as (
  select o.order_no, o.merchant_id,
         sum(
           case
             when r.gross_minor <> 0 or r.net_minor is null then r.gross_minor
             when r.fee_minor < 0 then greatest(- r.net_minor::numeric - r.fee_minor, 0)
             else greatest(abs(r.net_minor::numeric) - coalesce(r.fee_minor, 0), 0)
           end
         ) as minor
  from owed o
  join statement_results r on r.matched_order_no = o.order_no and r.matched_merchant_id = o.merchant_id
  where r.until_run is null
    and r.status = 'paid'
    and r.type in ('refund', 'chargeback')
    and r.source_id not in (select source_id from in_wrong_unit)
    and (r.currency is null or r.currency = o.currency)
  group by o.order_no, o.merchant_id
),
sides as (
  select o.order_no, o.merchant_id, least(o.minor, coalesce(r.minor, 0)) as share,
         case
           when coalesce(o.returned_currency, o.currency) = o.currency then least(o.minor, coalesce(o.returned_minor, 0))
           else 0
         end as returned
  from owed o
  left join refunded r on r.order_no = o.order_no and r.merchant_id = o.merchant_id
  where o.minor > 0
)
select concat_ws(' ', 'returned of what order', order_no, 'of merchant', merchant_id, 'owes') as what,
       concat_ws(' ', share, 'minor units') as expected, concat_ws(' ', returned, 'minor units') as actual
from sides
where share <> returned
order by order_no, merchant_id
limit 20
