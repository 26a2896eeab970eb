-- Purpose: all evidence that the rules read, side by side, of the orders in work_grouped; order_evidence.sql has the
--          others.
-- Grain:   one row per order: of pay-in records, or known only by callbacks.
-- Rules:   region, sub-merchant, method and currency are the pay-in record's, else the first callback's.
--          trade_no is the deciding notification's, else the response's, else the first callback's.
-- Parameters: as_of timestamptz; last_source integer; grace_seconds integer; regions, zones text[]

insert into work_evidence (
  order_no, merchant_id, region, business_date, sub_merchant_id, payment_method, currency, trade_no, has_pay_in,
  requested_sub_merchant_id, requested_method, requested_currency, requested_minor, requested_text,
  requested_at, created_at, expires_at, deadline_at, any_response, all_responses, any_accepted, differing_currency,
  differing_amount, differing_method, differing_trade_no, unknown_response_status, has_response, response_code,
  response_status, response_order_no, response_merchant_id, response_currency, response_minor, response_text,
  response_method, response_trade_no, account_no, has_reversed, has_failed, has_pending, has_unknown,
  reversed_at, failed_at, has_unverified, by_trade_no, status_regressed, never_acknowledged, time_unreadable, time_ambiguous,
  offset_disagrees, violations, payments, payments_conflict, payment_unreadable, paid_trade_no,
  payment_trade_no, paid_sub_merchant_id, paid_method, paid_currency, paid_minor, paid_text, paid_at, paid_at_impossible,
  offset_source, received_at,
  pay_ins, notifications, unpaid_notifications, reversed_notifications, unknown_notifications,
  refused_notifications, foreign_notifications, unverified_notifications, response_sub_merchant_id
)
with first_callback as (
  select distinct on (order_no, merchant_id)
         order_no, merchant_id, region, sub_merchant_id, payment_method, currency, trade_no,
         coalesce(completed_at, received_at) as happened_at
  from work_callbacks
  order by order_no, merchant_id, coalesce(completed_at, received_at), digest
),
called_back as (
  select order_no, merchant_id,
         bool_or(status_class = 'reversed') as has_reversed,
         bool_or(status_class = 'failed') as has_failed,
         bool_or(status_class = 'pending') as has_pending,
         bool_or(status_class = 'unknown') as has_unknown,
         min(notified_at) filter (where status_class = 'reversed') as reversed_at,
         min(notified_at) filter (where status_class = 'failed') as failed_at,
         bool_or(by_trade_no) as by_trade_no,
         count(distinct (status, trade_no, currency, amount_key, completed_at)) filter (where by_trade_no)
           as foreign_notifications,
         bool_or(time_unreadable) as time_unreadable,
         bool_or(time_ambiguous) as time_ambiguous,
         bool_or(offset_disagrees) as offset_disagrees,
         string_agg(distinct violations, '; ' order by violations) as violations
  from (
    select c.*, case when completed_at is null or completed_impossible then received_at else completed_at end as notified_at
    from work_callbacks c
  ) c
  group by order_no, merchant_id
),
notified as (
  select order_no, merchant_id,
         max(received_at) filter (where status_class in ('pending', 'failed', 'unknown'))
           > min(received_at) filter (where status_class = 'paid') as status_regressed,
         bool_or(never_acknowledged) as never_acknowledged,
         count(*) as notifications,
         count(*) filter (where status_class in ('pending', 'failed', 'unknown')) as unpaid_notifications,
         count(*) filter (where status_class = 'reversed') as reversed_notifications,
         count(*) filter (where status_class = 'unknown') as unknown_notifications,
         count(*) filter (where never_acknowledged) as refused_notifications
  from work_notifications
  group by order_no, merchant_id
),
unverified as (
  select c.order_no, c.merchant_id,
         count(distinct (
           c.status, c.trade_no, c.currency, coalesce(c.amount_minor::text, 'text ' || c.amount_text), c.completed_at
         )) as unverified_notifications
  from work_grouped k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.verified = false
    and c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
  group by c.order_no, c.merchant_id
),
ranked as (
  select p.*, row_number() over deciding as place, first_value(currency) over deciding as deciding_currency
  from work_payments p
  window deciding as (
    partition by order_no, merchant_id
    order by completed_at desc nulls last, received_at desc, amount_minor desc nulls last,
             payment_trade_no desc nulls last, digest desc
  )
),
paid as (
  select r.*, count(*) over of_order as payments,
         bool_or(conflicting) over of_order as payments_conflict,
         bool_or(amount_minor is null) over of_order as payment_unreadable,
         sum(amount_minor::numeric) filter (where currency is not distinct from deciding_currency) over of_order as paid_minor,
         bool_or(amount_minor is null and currency is not distinct from deciding_currency) over of_order as sum_unreadable
  from ranked r
  window of_order as (partition by order_no, merchant_id)
)
select k.order_no, k.merchant_id,
       case when o.order_no is null then f.region else o.region end,
       (coalesce(o.first_requested_at, f.happened_at) at time zone coalesce(z.zone, 'UTC'))::date,
       case when o.order_no is null then f.sub_merchant_id else o.sub_merchant_id end,
       case when o.order_no is null then f.payment_method else o.payment_method end,
       case when o.order_no is null then f.currency else o.currency end,
       coalesce(s.trade_no, o.trade_no, f.trade_no), o.order_no is not null,
       o.sub_merchant_id, o.payment_method, o.currency, o.amount_minor, o.amount_text,
       o.requested_at, o.created_at, o.expires_at, o.expires_at + make_interval(secs => :grace_seconds::integer),
       coalesce(o.any_response, false), coalesce(o.all_responses, false),
       coalesce(o.any_accepted, false), coalesce(o.differing_currency, false),
       coalesce(o.differing_amount, false), coalesce(o.differing_method, false),
       coalesce(o.differing_trade_no, false), coalesce(o.unknown_response_status, false),
       coalesce(o.has_response, false), o.response_code, o.response_status, o.response_order_no,
       o.response_merchant_id, o.response_currency, o.response_amount_minor, o.response_amount_text,
       o.response_method, o.trade_no, o.account_no, coalesce(c.has_reversed, false), coalesce(c.has_failed, false),
       coalesce(c.has_pending, false), coalesce(c.has_unknown, false), c.reversed_at, c.failed_at,
       u.order_no is not null, coalesce(c.by_trade_no, false), coalesce(n.status_regressed, false),
       coalesce(n.never_acknowledged, false),
       coalesce(o.time_unreadable, false) or coalesce(c.time_unreadable, false),
       coalesce(o.time_ambiguous, false) or coalesce(c.time_ambiguous, false),
       coalesce(o.offset_disagrees, false) or coalesce(c.offset_disagrees, false),
       nullif(concat_ws('; ', o.violations, c.violations), ''),
       coalesce(s.payments, 0)::integer, coalesce(s.payments_conflict, false),
       coalesce(s.payment_unreadable, false), s.trade_no, s.payment_trade_no, s.sub_merchant_id, s.payment_method,
       s.currency, case when not s.sum_unreadable then s.paid_minor end, s.amount_text, s.completed_at,
       s.completed_impossible, s.offset_source, s.received_at,
       coalesce(o.pay_ins, 0)::integer, coalesce(n.notifications, 0)::integer,
       coalesce(n.unpaid_notifications, 0)::integer, coalesce(n.reversed_notifications, 0)::integer,
       coalesce(n.unknown_notifications, 0)::integer, coalesce(n.refused_notifications, 0)::integer,
       coalesce(c.foreign_notifications, 0)::integer, coalesce(u.unverified_notifications, 0)::integer,
       o.response_sub_merchant_id
from work_grouped k
left join work_orders o on o.order_no = k.order_no and o.merchant_id = k.merchant_id
left join first_callback f on f.order_no = k.order_no and f.merchant_id = k.merchant_id
left join called_back c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
left join notified n on n.order_no = k.order_no and n.merchant_id = k.merchant_id
left join unverified u on u.order_no = k.order_no and u.merchant_id = k.merchant_id
left join paid s on s.order_no = k.order_no and s.merchant_id = k.merchant_id and s.place = 1
left join unnest(:regions::text[], :zones::text[]) as z (region, zone)
  on z.region = case when o.order_no is null then f.region else o.region end
where o.order_no is not null or f.order_no is not null
