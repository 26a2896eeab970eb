-- Purpose: how this run changed the money that is owed to payers, and what of it was returned.
-- Grain:   one row per date, region, merchant, currency and flow; no row where nothing changed.
-- Rules:   owed is what was paid of an order after its rejection, else what was paid beyond the request, where it was paid more
--          than once or too much. It is owed from the date of its payment, of several from that of the deciding one. Refunds and
--          chargebacks of statements, in the currency of the payment or without one, return it on their dates, but not before
--          it is owed, in the order of time, up to what is owed; those of a source in the wrong unit return nothing. The first
--          run that knows a row of a statement or bank counts all orders. Results of earlier runs show what was counted before,
--          by their dates: statements may have been withdrawn or read otherwise since. A run that judges every order counts all
--          again, and keeps by how much the sums before were wrong. Of purged dates, and of dates of refunds of purged orders,
--          it counts the changed orders only.
-- Parameters: run, since integer (0: the run judges every order)
-- Parts:   returned_minor (what a row r gives back), refund_currency (the currency in which refunds r of an order o count),
--          may_owe (whether an order o can owe money to its payer)

insert into owed_changes (run_id, date, region, merchant_id, currency, flow, orders, minor)
with first_run as materialized (
  select not exists (select run_id from runs where has_statements and run_id < :run::integer) as is_so,
         exists (select run_id from runs where has_statements) as has_any
),
all_orders as materialized (
  select :since::integer = 0 and has_any and not is_so as are_counted from first_run
),
touched as materialized (
  select order_no, merchant_id
  from order_rows o
  where from_run = :run::integer
    and (select has_any from first_run)
    and :may_owe
  union
  select order_no, merchant_id
  from order_rows o
  where until_run = :run::integer
    and (select has_any from first_run)
    and :may_owe
  union
  select matched_order_no, matched_merchant_id
  from statement_rows
  where from_run = :run::integer and type in ('refund', 'chargeback')
  union
  select matched_order_no, matched_merchant_id
  from statement_rows
  where until_run = :run::integer and type in ('refund', 'chargeback')
  union
  select order_no, merchant_id
  from order_rows o
  where until_run is null
    and (select is_so and has_any from first_run)
    and :may_owe
),
states as (
  select o.*, 'changed' as side, 1 as sign
  from touched t
  join order_rows o on o.order_no = t.order_no and o.merchant_id = t.merchant_id
  where o.until_run is null
  union all
  select o.*, 'changed', -1
  from touched t
  join order_rows o on o.order_no = t.order_no and o.merchant_id = t.merchant_id
  where o.from_run < :run::integer
    and (o.until_run is null or o.until_run >= :run::integer)
    and not (select is_so from first_run)
  union all
  select o.*, 'all', 1
  from order_rows o
  where o.until_run is null
    and (select are_counted from all_orders)
    and :may_owe
),
owing as (
  select side, sign, order_no, merchant_id, region, paid_currency as currency, coalesce(paid_date, owed_since, closed_on, business_date) as date,
         case
           when ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %' then paid_minor
           when payments > 1 or amount_reason = 'overpaid' then difference_minor
         end as minor
  from states
),
owed as materialized (
  select * from owing where minor > 0
),
scaled as materialized (
  select source_id, 1 as sign from scaled_sources where until_run is null
  union all
  select source_id, -1
  from scaled_sources
  where from_run < :run::integer and (until_run is null or until_run >= :run::integer)
),
paid_back as (
  select o.side, o.sign, o.order_no, o.merchant_id, o.region, o.currency, greatest(r.row_date, o.date) as row_date,
         o.minor as owed, r.logged_at, r.digest,
         :returned_minor as minor
  from owed o
  join statement_rows r on r.matched_order_no = o.order_no and r.matched_merchant_id = o.merchant_id
  left join scaled c on c.source_id = r.source_id and c.sign = o.sign
  where c.source_id is null
    and r.type in ('refund', 'chargeback')
    and r.status = 'paid'
    and :refund_currency = o.currency
    and case
      when o.sign > 0 then r.until_run is null
      else r.from_run < :run::integer and (r.until_run is null or r.until_run >= :run::integer)
    end
),
refunds as (
  select p.*, sum(minor) over refunded as until_then
  from paid_back p
  where minor > 0
  window refunded as (
    partition by side, sign, order_no, merchant_id order by row_date, logged_at, digest
    rows between unbounded preceding and current row
  )
),
returned as (
  select side, sign, region, merchant_id, currency, order_no, row_date,
         sum(least(until_then, owed) - least(until_then - minor, owed)) as minor
  from refunds
  group by side, sign, region, merchant_id, currency, order_no, row_date
),
flows as materialized (
  select side, date, region, merchant_id, currency, 'owed' as flow, sign as orders, sign * minor as minor from owed
  union all
  select side, row_date, region, merchant_id, currency, 'returned', sign, sign * minor from returned where minor > 0
),
counted as (
  select side, date, region, merchant_id, currency, flow, orders, minor from flows
  union all
  select 'all', date, region, merchant_id, currency, flow, -orders, -minor
  from owed_changes
  where (select are_counted from all_orders)
),
refunded as materialized (
  select distinct matched_order_no, matched_merchant_id, row_date
  from statement_rows
  where type in ('refund', 'chargeback')
    and matched_order_no is not null
    and (select are_counted from all_orders)
),
stored as materialized (
  select distinct f.matched_order_no, f.matched_merchant_id
  from refunded f
  join order_rows o on o.order_no = f.matched_order_no and o.merchant_id = f.matched_merchant_id
  where o.until_run is null
),
of_purged as (
  select distinct f.matched_merchant_id as merchant_id, f.row_date as date
  from refunded f
  left join stored s on s.matched_order_no = f.matched_order_no and s.matched_merchant_id = f.matched_merchant_id
  where s.matched_order_no is null
)
select :run::integer, c.date, c.region, c.merchant_id, c.currency, c.flow, sum(c.orders), sum(c.minor)
from counted c
left join purged_dates g on g.date = c.date and g.region = c.region
left join of_purged p on p.merchant_id = c.merchant_id and p.date = c.date and c.flow = 'returned'
where c.side = case
        when (select are_counted from all_orders) and g.date is null and p.date is null then 'all' else 'changed'
      end
group by c.date, c.region, c.merchant_id, c.currency, c.flow
having sum(c.orders) <> 0 or sum(c.minor) <> 0
