-- Purpose: callbacks of paid status, by when they were received.
-- Grain:   one row per payment method, merchant and slot (slot 0 is the newest) that has any; an order counts once in
--          the time range, where its first callback was received.
-- Rules:   late is measured where the completion is known and possible; an amount is compared where the order's request
--          is known, and differs if none of its requests has that currency and, within the tolerance, that amount.
-- Parameters: region text; from_at, to_at timestamptz; slot_seconds, late_seconds integer; paid text[]; currencies
--             text[], tolerances bigint[] (of each of these currencies, in minor units)

with notified as (
  select coalesce(payment_method, 'none') as payment_method, merchant_id, order_no, received_at, currency,
         amount_minor, case when not completed_impossible then completed_at end as completed_at
  from callbacks
  where received_at > :from_at::timestamptz
    and received_at <= :to_at::timestamptz
    and region = :region::text
    and status = any (:paid::text[])
    and verified is distinct from false
),
tolerated as (
  select currency, minor
  from unnest(:currencies::text[], :tolerances::bigint[]) as t (currency, minor)
),
compared as (
  select t.payment_method, t.merchant_id, t.order_no, min(t.received_at) as received_at,
         min(t.completed_at) as completed_at,
         bool_or(t.currency = p.currency
                 and abs(t.amount_minor::numeric - p.amount_minor) <= coalesce(a.minor, 0)) as fits
  from notified t
  left join pay_ins p
    on p.order_no = t.order_no and p.merchant_id = t.merchant_id and p.requested_at <= :to_at::timestamptz
  left join tolerated a on a.currency = t.currency
  group by t.payment_method, t.merchant_id, t.order_no
)
select payment_method, merchant_id,
       floor(extract(epoch from :to_at::timestamptz - received_at) / :slot_seconds::integer)::integer as slot,
       count(*)::integer as payments,
       count(completed_at)::integer as timed,
       count(*) filter (where extract(epoch from received_at - completed_at) > :late_seconds::integer)::integer as late,
       count(fits)::integer as compared,
       count(*) filter (where not fits)::integer as mismatched
from compared
group by payment_method, merchant_id, slot
order by payment_method, merchant_id, slot
