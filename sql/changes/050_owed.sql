-- Purpose: how this run changed the money that is owed to payers, and what of it was returned.
-- Grain:   one row per date, region, merchant, currency and flow; no row where nothing changed.
-- Rules:   owed is what was paid of an order after its rejection, else what was paid beyond the request, where it was paid more
--          than once or too much. It is owed from the date of its payment. Refunds and chargebacks of statements return it on
--          their dates, but not before it is owed, in the order of time, up to what is owed; one without a gross amount by its net
--          amount less its fee. The first run that knows a statement counts all orders. What was counted before is told by the
--          results: statements may have been withdrawn or read otherwise since.
-- Parameters: run integer

insert into owed_changes (run_id, date, region, merchant_id, currency, flow, orders, minor)
with first_run as (
  select not exists (select order_no from statement_rows where from_run < :run::integer) as is_so,
         exists (select order_no from statement_rows) as has_any
),
touched as materialized (
  select order_no, merchant_id
  from order_rows
  where from_run = :run::integer
    and (select has_any from first_run)
    and (
      amount_reason = 'overpaid' or payments > 1 or ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %'
    )
  union
  select order_no, merchant_id
  from order_rows
  where until_run = :run::integer
    and (select has_any from first_run)
    and (
      amount_reason = 'overpaid' or payments > 1 or ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %'
    )
  union
  select matched_order_no, matched_merchant_id
  from statement_rows
  where from_run = :run::integer and matched = 'order'
  union
  select matched_order_no, matched_merchant_id
  from statement_rows
  where until_run = :run::integer and matched = 'order'
  union
  select order_no, merchant_id
  from order_rows
  where until_run is null
    and (select is_so and has_any from first_run)
    and (
      amount_reason = 'overpaid' or payments > 1 or ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %'
    )
),
states as (
  select o.*, 1 as sign
  from touched t
  join order_rows o on o.order_no = t.order_no and o.merchant_id = t.merchant_id
  where o.until_run is null
  union all
  select o.*, -1
  from touched t
  join order_rows o on o.order_no = t.order_no and o.merchant_id = t.merchant_id
  where o.from_run < :run::integer
    and (o.until_run is null or o.until_run >= :run::integer)
    and not (select is_so from first_run)
),
owing as (
  select sign, order_no, merchant_id, region, paid_currency as currency, coalesce(paid_date, closed_on, business_date) as date,
         case
           when ' ' || findings || ' ' like '% PAID\_AFTER\_REJECTION %' then paid_minor
           when payments > 1 or amount_reason = 'overpaid' then difference_minor
         end as minor
  from states
  where payments > 0
),
owed as materialized (
  select * from owing where minor > 0
),
paid_back as (
  select o.sign, o.order_no, o.merchant_id, o.region, o.currency, greatest(r.row_date, o.date) as row_date,
         o.minor as owed, r.logged_at, r.digest,
         coalesce(r.gross_minor::numeric, abs(r.net_minor::numeric) - coalesce(r.fee_minor, 0)) as minor
  from owed o
  join statement_rows r on r.matched_order_no = o.order_no and r.matched_merchant_id = o.merchant_id
  where r.type in ('refund', 'chargeback')
    and r.status = 'paid'
    and (r.currency is null or r.currency = o.currency)
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
    partition by sign, order_no, merchant_id order by row_date, logged_at, digest
    rows between unbounded preceding and current row
  )
),
returned as (
  select sign, region, merchant_id, currency, order_no, row_date,
         sum(least(until_then, owed) - least(until_then - minor, owed)) as minor
  from refunds
  group by sign, region, merchant_id, currency, order_no, row_date
),
flows as (
  select sign, date, region, merchant_id, currency, 'owed' as flow, minor from owed
  union all
  select sign, row_date, region, merchant_id, currency, 'returned', minor from returned where minor > 0
)
select :run::integer, date, region, merchant_id, currency, flow, sum(sign), sum(sign * minor)
from flows
group by date, region, merchant_id, currency, flow
having sum(sign) <> 0 or sum(sign * minor) <> 0
