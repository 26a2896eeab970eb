-- Purpose: of the orders judged, each has one result, every callback that counts was used for exactly one order, and the
--          paid amounts are those of the callbacks. Counts and sums of what was written are compared with those of the
--          records, by another way than the one on which the results were made.
-- Grain:   one row per count, or sum of a currency, that does not tie.
-- Rules:   for orders whose records are read together, the records are those gathered in work_callbacks and work_payments.
--          New orders that are not in work_keys are those whose records no run before knew.
-- Parameters: as_of timestamptz; run, known_source, last_source integer (the newest sources known to any run before and to
--             this one); from_order, to_order text (the range of order numbers; null: without bound); paid text[]

with singles as (
  select m.order_no, m.merchant_id
  from work_marked m
  left join work_grouped g on g.order_no = m.order_no and g.merchant_id = m.merchant_id
  where g.order_no is null
),
written as (
  select r.paid_currency as currency, count(*) as orders, count(*) filter (where r.payments > 0) as paid,
         sum(r.paid_minor) as minor
  from order_rows r
  left join work_keys k on k.order_no = r.order_no and k.merchant_id = r.merchant_id
  where r.from_run = :run::integer
    and coalesce(
      k.is_own,
      (:from_order::text is null or r.order_no >= :from_order::text)
        and (:to_order::text is null or r.order_no < :to_order::text)
    )
  group by r.paid_currency
  union all
  select w.paid_currency, count(*), count(*) filter (where w.payments > 0), sum(w.paid_minor)
  from work_marked k
  join work_order_results w on w.order_no = k.order_no and w.merchant_id = k.merchant_id
  group by w.paid_currency
),
requests as (
  select count(*) as orders
  from pay_ins p
  where p.requested_at <= :as_of::timestamptz
    and p.source_id > :known_source::integer
    and p.source_id <= :last_source::integer
    and (:from_order::text is null or p.order_no >= :from_order::text)
    and (:to_order::text is null or p.order_no < :to_order::text)
    and not exists (
      select from work_keys k where k.order_no = p.order_no and k.merchant_id = p.merchant_id
    )
  union all
  select count(*)
  from singles k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
),
notified as (
  select c.currency, count(*) as callbacks, sum(c.amount_minor) as minor
  from callbacks c
  where c.received_at <= :as_of::timestamptz
    and c.source_id > :known_source::integer
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
    and c.status = any (:paid::text[])
    and (:from_order::text is null or c.order_no >= :from_order::text)
    and (:to_order::text is null or c.order_no < :to_order::text)
    and not exists (
      select from work_keys k where k.order_no = c.order_no and k.merchant_id = c.merchant_id
    )
  group by c.currency
  union all
  select c.currency, count(*), sum(c.amount_minor)
  from singles k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
    and c.status = any (:paid::text[])
  group by c.currency
),
grouped_records as (
  select count(*) as callbacks
  from work_grouped k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
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
  select 'orders' as what,
         (select sum(orders) from requests) + (select count(*) from work_evidence) as expected,
         (select coalesce(sum(orders), 0) from written) as actual
  union all
  select 'paid orders',
         (select coalesce(sum(callbacks), 0) from notified) + (select count(*) from work_evidence where payments > 0),
         (select coalesce(sum(paid), 0) from written)
  union all
  select 'callbacks of orders whose records are read together',
         (select callbacks from grouped_records), (select callbacks from gathered)
  union all
  select 'different callbacks of orders whose records are read together', (select distinct_callbacks from gathered),
         (select callbacks from gathered)
),
sides as (
  select currency, minor, 0::numeric as other from written where minor is not null
  union all
  select currency, 0::numeric, minor from notified where minor is not null
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
