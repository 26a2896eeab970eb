-- Purpose: what statements say of orders is the sum of the rows of these orders.
-- Grain:   one row per sum that differs.
-- Rules:   amounts of paid payment rows in the order's stated currency; gross amounts of refunds and chargebacks in the returned one,
--          without one in that of the payment. One without a gross amount, or of zero, counts by its net amount less its
--          fee, and never lowers what others return; where the fee was given back, and is negative, a net amount above zero
--          went to the merchant. Those of sources in the wrong unit return nothing.
-- Parameters: none

with in_wrong_unit as materialized (
  select source_id from scaled_sources where until_run is null
),
held as materialized (
  select r.matched_order_no, r.matched_merchant_id, s.type, s.currency, s.gross_minor, s.fee_minor, s.net_minor,
         case
           when s.gross_minor <> 0 or s.net_minor is null then s.gross_minor
           when s.fee_minor < 0 then greatest(- s.net_minor::numeric - s.fee_minor, 0)
           else greatest(abs(s.net_minor::numeric) - coalesce(s.fee_minor, 0), 0)
         end as returned_minor
  from statement_results r
  join statements s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
  where r.until_run is null
    and r.matched_order_no is not null
    and s.status = 'paid'
    and (s.type not in ('refund', 'chargeback') or r.source_id not in (select source_id from in_wrong_unit))
),
rows_of_orders as materialized (
  select o.order_no, o.merchant_id,
         coalesce(sum(s.gross_minor) filter (
           where s.type = 'payment' and s.currency is not distinct from o.stated_currency
         ), 0) as stated,
         coalesce(sum(s.fee_minor) filter (
           where s.type = 'payment' and s.currency is not distinct from o.stated_currency
         ), 0) as fee,
         coalesce(sum(s.net_minor) filter (
           where s.type = 'payment' and s.currency is not distinct from o.stated_currency
         ), 0) as net,
         coalesce(sum(s.returned_minor) filter (
           where s.type in ('refund', 'chargeback')
             and coalesce(s.currency, o.paid_currency) is not distinct from o.returned_currency
         ), 0) as returned,
         bool_and(s.currency is not null or s.gross_minor is not null) filter (where s.type = 'payment') as is_stated,
         bool_and(s.currency is not null or s.gross_minor is not null) filter (
           where s.type in ('refund', 'chargeback')
         ) as is_returned
  from order_results o
  join held s on s.matched_order_no = o.order_no and s.matched_merchant_id = o.merchant_id
  where o.until_run is null
  group by o.order_no, o.merchant_id
),
sums as (
  select 'stated by statements' as what, (select coalesce(sum(stated), 0) from rows_of_orders) as expected,
         (select coalesce(sum(stated_minor), 0) from order_results where until_run is null) as actual
  union all
  select 'fees stated by statements', (select coalesce(sum(fee), 0) from rows_of_orders),
         (select coalesce(sum(fee_minor), 0) from order_results where until_run is null)
  union all
  select 'net amounts stated by statements', (select coalesce(sum(net), 0) from rows_of_orders),
         (select coalesce(sum(net_minor), 0) from order_results where until_run is null)
  union all
  select 'returned by statements', (select coalesce(sum(returned), 0) from rows_of_orders),
         (select coalesce(sum(returned_minor), 0) from order_results where until_run is null)
  union all
  select 'orders whose sums are not those of their rows', 0,
         (select count(*)
          from order_results o
          left join rows_of_orders s on s.order_no = o.order_no and s.merchant_id = o.merchant_id
          where o.until_run is null
            and (
              coalesce(o.stated_minor, 0), coalesce(o.fee_minor, 0), coalesce(o.net_minor, 0), coalesce(o.returned_minor, 0)
            ) <> (coalesce(s.stated, 0), coalesce(s.fee, 0), coalesce(s.net, 0), coalesce(s.returned, 0)))
  union all
  select 'orders with rows that are in no sum', 0,
         (select count(*)
          from order_results o
          join rows_of_orders s on s.order_no = o.order_no and s.merchant_id = o.merchant_id
          where o.until_run is null
            and (
              s.is_stated and o.stated_currency is null and o.stated_minor is null
              or s.is_returned and o.returned_currency is null and o.returned_minor is null
            ))
)
select what, expected::text as expected, actual::text as actual
from sums
where expected <> actual
order by what collate "C"
