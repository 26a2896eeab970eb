-- Purpose: adds to the counts of payments what records of new sources change in them.
-- Grain:   one row per region, payment method, merchant, and five minutes in which the first callback of paid status was
--          received.
-- Rules:   as for orders (sql/watch/counts/010_orders.sql). Late is measured where the completion is known and possible;
--          an amount is compared where the order's request is known, and differs if none of its requests has that
--          currency and, within the tolerance, that amount.
-- Parameters: late_seconds integer; from_at timestamptz; paid text[]; currencies text[], tolerances bigint[] (of
--             each of these currencies, in minor units)
-- Parts:      changed (sql/watch/counts/005_changed_orders.sql)

insert into payment_counts (
  region, payment_method, merchant_id, slot_at, payments, timed, late, compared, mismatched
)
with changed as materialized (
  :changed
),
notified as (
  select o.sign, o.last_source, c.region, left(coalesce(c.payment_method, 'none'), 64) as payment_method, c.merchant_id,
         c.order_no, c.received_at, c.currency, c.amount_minor,
         case when not c.completed_impossible then c.completed_at end as completed_at
  from changed o
  join callbacks c on c.order_no = o.order_no and c.merchant_id = o.merchant_id and c.source_id <= o.last_source
  where c.status = any (:paid::text[])
    and c.verified is distinct from false
),
tolerated as (
  select currency, minor
  from unnest(:currencies::text[], :tolerances::bigint[]) as t (currency, minor)
),
-- Callbacks of the same amount are compared once: else each callback of an order would meet all its requests.
paid_amounts as (
  select sign, last_source, region, payment_method, merchant_id, order_no, currency, amount_minor,
         min(received_at) as received_at, min(completed_at) as completed_at
  from notified
  group by sign, last_source, region, payment_method, merchant_id, order_no, currency, amount_minor
),
compared as (
  select n.sign, n.region, n.payment_method, n.merchant_id, n.order_no, min(n.received_at) as received_at,
         min(n.completed_at) as completed_at,
         bool_or(n.currency = p.currency
                 and abs(n.amount_minor::numeric - p.amount_minor) <= coalesce(t.minor, 0)) as fits
  from paid_amounts n
  left join pay_ins p
    on p.order_no = n.order_no and p.merchant_id = n.merchant_id and p.source_id <= n.last_source
  left join tolerated t on t.currency = n.currency
  group by n.sign, n.region, n.payment_method, n.merchant_id, n.order_no
),
counted as (
  select region, payment_method, merchant_id,
         date_bin('5 minutes', received_at - interval '1 microsecond', '2000-01-01 00:00:00Z') as slot_at,
         sum(sign) as payments,
         sum(case when completed_at is not null then sign else 0 end) as timed,
         sum(case when extract(epoch from received_at - completed_at) > :late_seconds::integer then sign else 0 end)
           as late,
         sum(case when fits is not null then sign else 0 end) as compared,
         sum(case when not fits then sign else 0 end) as mismatched
  from compared
  where received_at > :from_at::timestamptz
  group by 1, 2, 3, 4
)
select region, payment_method, merchant_id, slot_at, payments, timed, late, compared, mismatched
from counted
where payments <> 0 or timed <> 0 or late <> 0 or compared <> 0 or mismatched <> 0
on conflict (region, slot_at, payment_method, merchant_id)
do update set payments = payment_counts.payments + excluded.payments,
              timed = payment_counts.timed + excluded.timed,
              late = payment_counts.late + excluded.late,
              compared = payment_counts.compared + excluded.compared,
              mismatched = payment_counts.mismatched + excluded.mismatched
