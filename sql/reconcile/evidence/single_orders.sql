-- Purpose: the evidence of the orders whose records need not be read together.
-- Grain:   one row per order that is not in work_grouped.
-- Rules:   the result of callbacks.sql to grouped_evidence.sql where each group has one record; a test holds both to
--          each other.
-- Parameters: as_of timestamptz; last_source integer (the newest source that this run knows); grace_seconds integer;
--             statuses text[] (every status that is in one of the lists); paid, pending, failed, reversed text[];
--             regions, zones text[] (every region of the settings)

insert into work_evidence (
  order_no, merchant_id, region, business_date, sub_merchant_id, payment_method, currency, trade_no, has_pay_in,
  requested_sub_merchant_id, requested_method, requested_currency, requested_minor, requested_text,
  requested_at, created_at, expires_at, deadline_at, any_response, all_responses, any_accepted, differing_currency,
  differing_amount, differing_method, differing_trade_no, unknown_response_status, has_response, response_code,
  response_status, response_order_no, response_merchant_id, response_currency, response_minor, response_text,
  response_method, response_trade_no, account_no, has_reversed, has_failed, has_pending, has_unknown,
  reversed_at, failed_at, has_unverified, by_trade_no, status_regressed, never_acknowledged, time_unreadable, time_ambiguous,
  offset_disagrees, violations, payments, payments_conflict, payment_unreadable, paid_trade_no,
  paid_sub_merchant_id, paid_method, paid_currency, paid_minor, paid_text, paid_at, paid_at_impossible,
  offset_source, received_at,
  pay_ins, notifications, unpaid_notifications, reversed_notifications, unknown_notifications,
  refused_notifications, foreign_notifications, unverified_notifications, response_sub_merchant_id
)
with zones as (
  select region, zone
  from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
single as (
  select p.*, p.response_code is not distinct from '00' as accepted,
         c.order_no is not null as is_called_back,
         case
           when c.order_no is null then ''
           when c.status = any (:paid::text[]) then 'paid'
           when c.status = any (:pending::text[]) then 'pending'
           when c.status = any (:failed::text[]) then 'failed'
           when c.status = any (:reversed::text[]) then 'reversed'
           else 'unknown'
         end as class,
         case when c.completed_at is null or c.completed_impossible then c.received_at else c.completed_at end as notified_at,
         coalesce(c.ack <> 'SUCCESS', false) as is_refused,
         c.trade_no as callback_trade_no, c.sub_merchant_id as callback_sub_merchant_id, c.payment_method as callback_method,
         c.currency as callback_currency, c.amount_minor as callback_minor, c.amount_text as callback_text, c.completed_at,
         c.completed_impossible, c.offset_source, c.received_at,
         coalesce(c.time_unreadable, false) as callback_time_unreadable,
         coalesce(c.time_ambiguous, false) as callback_time_ambiguous,
         coalesce(c.offset_disagrees, false) as callback_offset_disagrees
  from work_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  left join callbacks c
    on c.order_no = k.order_no
   and c.merchant_id = k.merchant_id
   and c.received_at <= :as_of::timestamptz
   and c.source_id <= :last_source::integer
   and c.verified is distinct from false
  where p.requested_at <= :as_of::timestamptz
    and p.source_id <= :last_source::integer
    and not exists (
      select from work_grouped g where g.order_no = k.order_no and g.merchant_id = k.merchant_id
    )
)
select o.order_no, o.merchant_id, o.region, (o.requested_at at time zone coalesce(z.zone, 'UTC'))::date,
       o.sub_merchant_id, o.payment_method, o.currency,
       coalesce(case when class = 'paid' then callback_trade_no end, o.trade_no, callback_trade_no), true, o.sub_merchant_id,
       o.payment_method, o.currency, o.amount_minor, o.amount_text, o.requested_at,
       o.created_at, o.expires_at, o.expires_at + make_interval(secs => :grace_seconds::integer), o.has_response,
       o.has_response, accepted, false, false, false, false,
       accepted and o.response_status is not null and o.response_status <> all (:statuses::text[]), o.has_response,
       o.response_code, o.response_status, o.response_order_no, o.response_merchant_id, o.response_currency,
       o.response_amount_minor, o.response_amount_text, o.response_method, o.trade_no, o.account_no,
       class = 'reversed', class = 'failed', class = 'pending', class = 'unknown',
       case when class = 'reversed' then notified_at end, case when class = 'failed' then notified_at end, false, false, false,
       is_refused, o.time_unreadable or callback_time_unreadable, o.time_ambiguous or callback_time_ambiguous,
       o.offset_disagrees or callback_offset_disagrees, null, case when class = 'paid' then 1 else 0 end, false,
       class = 'paid' and callback_minor is null,
       case when class = 'paid' then callback_trade_no end, case when class = 'paid' then callback_sub_merchant_id end,
       case when class = 'paid' then callback_method end, case when class = 'paid' then callback_currency end,
       case when class = 'paid' then callback_minor end, case when class = 'paid' then callback_text end,
       case when class = 'paid' then completed_at end, case when class = 'paid' then completed_impossible end,
       case when class = 'paid' then offset_source end, case when class = 'paid' then received_at end,
       1, case when is_called_back then 1 else 0 end,
       case when class in ('pending', 'failed', 'unknown') then 1 else 0 end,
       case when class = 'reversed' then 1 else 0 end, case when class = 'unknown' then 1 else 0 end,
       case when is_refused then 1 else 0 end, 0, 0,
       o.response_sub_merchant_id
from single o
left join zones z on z.region = o.region
