-- Purpose: every result belongs to an order with stored evidence, and its requested and paid amounts are in that
--          evidence.
-- Grain:   one row per order, or payment, whose evidence is missing or different.
-- Rules:   an order's requested money is that of one of its pay-in records; an ORPHAN has a callback that counts; a
--          payment's money is that of a callback of its order, or of one that was attributed to it by its tradeNo.
-- Parameters: none

with judged as (
  select order_no, merchant_id, outcome, requested_currency, requested_minor
  from order_results
  where until_run is null
),
requests as (
  select distinct order_no, merchant_id, currency, amount_minor from pay_ins
),
asked as (
  select j.order_no, j.merchant_id, j.requested_currency, j.requested_minor,
         count(r.order_no) as requests,
         coalesce(bool_or(
           r.currency is not distinct from j.requested_currency
             and r.amount_minor is not distinct from j.requested_minor
         ), false) as agrees,
         string_agg(
           concat_ws(' ', r.currency, coalesce(r.amount_minor::text, 'unreadable')), ', '
           order by r.currency, r.amount_minor
         ) as in_evidence
  from judged j
  left join requests r on r.order_no = j.order_no and r.merchant_id = j.merchant_id
  where j.outcome <> 'ORPHAN'
  group by j.order_no, j.merchant_id, j.requested_currency, j.requested_minor
),
asked_otherwise as materialized (
  select order_no, merchant_id, requested_currency, requested_minor, requests, in_evidence
  from asked
  where requests = 0 or not agrees
),
paid as (
  select order_no, merchant_id, trade_no, currency, paid_minor
  from payment_results
  where until_run is null
),
unnotified as (
  select order_no, merchant_id, currency, minor
  from (
    select order_no, merchant_id, currency, paid_minor as minor, true as is_paid from paid
    union all
    select order_no, merchant_id, currency, amount_minor, false from callbacks where verified is distinct from false
  ) a
  group by order_no, merchant_id, currency, minor
  having bool_and(is_paid)
),
not_notified as materialized (
  select p.order_no, p.merchant_id, p.trade_no, p.currency, p.paid_minor
  from unnotified n
  join paid p
    on p.order_no = n.order_no
   and p.merchant_id = n.merchant_id
   and p.currency is not distinct from n.currency
   and p.paid_minor is not distinct from n.minor
),
notified_elsewhere as materialized (
  select distinct n.order_no, n.merchant_id, n.trade_no, n.currency, n.paid_minor
  from not_notified n
  join callbacks c
    on c.trade_no = n.trade_no
   and (c.order_no = n.order_no or c.merchant_id = n.merchant_id)
   and c.currency is not distinct from n.currency
   and c.amount_minor is not distinct from n.paid_minor
  where c.verified is distinct from false
),
off as (
  select order_no, merchant_id, 'evidence' as side, 'a pay-in record' as expected, 'none is stored' as actual
  from asked_otherwise
  where requests = 0
  union all
  select order_no, merchant_id, 'requested', in_evidence,
         concat_ws(' ', requested_currency, coalesce(requested_minor::text, 'unreadable'))
  from asked_otherwise
  where requests > 0
  union all
  select j.order_no, j.merchant_id, 'evidence', 'a callback', 'none is stored'
  from order_results j
  where j.until_run is null
    and j.outcome = 'ORPHAN'
    and not exists (
      select from callbacks c
      where c.order_no = j.order_no and c.merchant_id = j.merchant_id and c.verified is distinct from false
    )
  union all
  select n.order_no, n.merchant_id, 'payment ' || coalesce(n.trade_no, 'without tradeNo'),
         'the money of a callback', concat_ws(' ', n.currency, coalesce(n.paid_minor::text, 'unreadable'))
  from not_notified n
  where not exists (
    select from notified_elsewhere e
    where e.order_no = n.order_no
      and e.merchant_id = n.merchant_id
      and e.trade_no = n.trade_no
      and e.currency is not distinct from n.currency
      and e.paid_minor is not distinct from n.paid_minor
  )
)
select side || ' of order ' || order_no || ' of merchant ' || merchant_id as what, expected, actual
from off
order by order_no collate "C", merchant_id collate "C", side
limit 20
