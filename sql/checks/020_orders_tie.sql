-- Purpose: of the chosen orders, each has one result, every callback that counts was used for exactly one order, and the
--          paid amounts are those of the callbacks. Counts and sums of what was written are compared with those of the
--          records, by another way than the one on which the results were made.
-- Grain:   one row per count, or sum of a currency, that does not tie.
-- Rules:   for orders whose records are read together, the records are those gathered in work_callbacks and work_payments.
-- Parameters: as_of timestamptz; last_source integer (the newest known to this run); paid text[]

with written as (
  select w.paid_currency as currency, g.order_no is not null as is_grouped, count(*) as orders,
         count(*) filter (where w.payments > 0) as paid, sum(w.paid_minor) as minor
  from work_written w
  left join work_grouped g on g.order_no = w.order_no and g.merchant_id = w.merchant_id
  group by w.paid_currency, g.order_no is not null
),
requests as (
  select count(*) as orders
  from work_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  left join work_grouped g on g.order_no = k.order_no and g.merchant_id = k.merchant_id
  where g.order_no is null and p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
),
records as (
  select c.currency, g.order_no is not null as is_grouped, c.status = any (:paid::text[]) as is_paid,
         count(*) as callbacks, sum(c.amount_minor) as minor
  from work_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  left join work_grouped g on g.order_no = k.order_no and g.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
  group by c.currency, g.order_no is not null, c.status = any (:paid::text[])
),
times_each as (
  select c.order_no, c.merchant_id, c.digest, count(*) as times
  from work_callbacks c
  join work_grouped g on g.order_no = c.order_no and g.merchant_id = c.merchant_id
  group by c.order_no, c.merchant_id, c.digest
),
gathered as (
  select coalesce(sum(times), 0) as callbacks, count(*) as distinct_callbacks
  from times_each
),
paid as (
  select p.currency, sum(p.amount_minor::numeric) as minor
  from work_payments p
  join work_evidence e on e.order_no = p.order_no and e.merchant_id = p.merchant_id
  where e.paid_minor is not null and p.currency is not distinct from e.paid_currency
  group by p.currency
),
counts as (
  select 'orders with one request' as what, (select orders from requests) as expected,
         (select coalesce(sum(orders), 0) from written where not is_grouped) as actual
  union all
  select 'orders whose records are read together', (select count(*) from work_evidence),
         (select coalesce(sum(orders), 0) from written where is_grouped)
  union all
  select 'paid orders with one callback',
         (select coalesce(sum(callbacks), 0) from records where not is_grouped and is_paid),
         (select coalesce(sum(paid), 0) from written where not is_grouped)
  union all
  select 'callbacks of orders whose records are read together',
         (select coalesce(sum(callbacks), 0) from records where is_grouped), (select callbacks from gathered)
  union all
  select 'different callbacks of orders whose records are read together', (select distinct_callbacks from gathered),
         (select callbacks from gathered)
),
sides as (
  select currency, minor, 0::numeric as other from written where minor is not null
  union all
  select currency, 0::numeric, minor from records where not is_grouped and is_paid and minor is not null
  union all
  select currency, 0::numeric, minor from paid
)
select what, expected::text as expected, actual::text as actual from counts where expected <> actual
union all
select 'paid in ' || coalesce(currency, 'no currency'), sum(other)::text, sum(minor)::text
from sides
group by currency
having sum(minor) <> sum(other)
order by what
