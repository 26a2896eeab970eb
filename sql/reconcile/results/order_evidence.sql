-- Purpose: the evidence of orders that are judged: of those with one request and at most one callback from their records, and
--          what was gathered of the others.
-- Grain:   one row per order.
-- Rules:   the result of callbacks.sql to grouped_evidence.sql where each group has one record; a test compares both.
--          This file is no statement of its own: it has the CTEs zones, chosen, single and evidence of order_results.sql and
--          finding_results.sql.
-- Parameters: as_of timestamptz; after_source, last_source integer (the records that are read are of later sources than the
--             first, up to the newest that this run knows); from_order, to_order text; grace_seconds integer; statuses text[];
--             paid, pending, failed, reversed text[]; regions, zones text[]
-- Parts:   chosen: a statement that gives orders of work_keys; requests: pay_ins as p, or its join with the chosen orders;
--          apart: the table of the orders that are not read from their records; fence: ends a layer, and keeps the planner from copying its
--          expressions into every use in the next: with it, the statement takes half as long. Empty on a cluster, which
--          would gather such a layer in one place.

zones as not materialized (
  select region, zone
  from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
chosen as not materialized (
  :chosen
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
  from :requests
  left join callbacks c
    on c.order_no = p.order_no
   and c.merchant_id = p.merchant_id
   and c.received_at <= :as_of::timestamptz
   and c.source_id > :after_source::integer
   and c.source_id <= :last_source::integer
   and c.verified is distinct from false
   and (:from_order::text is null or c.order_no >= :from_order::text)
   and (:to_order::text is null or c.order_no < :to_order::text)
  where p.requested_at <= :as_of::timestamptz
    and p.source_id > :after_source::integer
    and p.source_id <= :last_source::integer
    and (:from_order::text is null or p.order_no >= :from_order::text)
    and (:to_order::text is null or p.order_no < :to_order::text)
    and not exists (
      select from :apart g where g.order_no = p.order_no and g.merchant_id = p.merchant_id
    )
  :fence
),
evidence as (
  select o.order_no, o.merchant_id, o.region,
         (o.requested_at at time zone coalesce(z.zone, 'UTC'))::date as business_date, o.sub_merchant_id,
         o.payment_method, o.currency,
         coalesce(case when o.class = 'paid' then o.callback_trade_no end, o.trade_no, o.callback_trade_no) as trade_no,
         true as has_pay_in, o.sub_merchant_id as requested_sub_merchant_id, o.payment_method as requested_method,
         o.currency as requested_currency, o.amount_minor as requested_minor, o.amount_text as requested_text,
         o.requested_at, o.created_at, o.expires_at,
         o.expires_at + make_interval(secs => :grace_seconds::integer) as deadline_at, o.has_response as any_response,
         o.has_response as all_responses, o.accepted as any_accepted, false as differing_currency,
         false as differing_amount, false as differing_method, false as differing_trade_no,
         o.accepted and o.response_status is not null and o.response_status <> all (:statuses::text[]) as unknown_response_status,
         o.has_response, o.response_code, o.response_status, o.response_order_no, o.response_merchant_id,
         o.response_currency, o.response_amount_minor as response_minor, o.response_amount_text as response_text,
         o.response_method, o.trade_no as response_trade_no, o.account_no, o.class = 'reversed' as has_reversed,
         o.class = 'failed' as has_failed, o.class = 'pending' as has_pending, o.class = 'unknown' as has_unknown,
         case when o.class = 'reversed' then o.notified_at end as reversed_at,
         case when o.class = 'failed' then o.notified_at end as failed_at, false as has_unverified,
         false as by_trade_no, false as status_regressed, o.is_refused as never_acknowledged,
         o.time_unreadable or o.callback_time_unreadable as time_unreadable,
         o.time_ambiguous or o.callback_time_ambiguous as time_ambiguous,
         o.offset_disagrees or o.callback_offset_disagrees as offset_disagrees, null as violations,
         case when o.class = 'paid' then 1 else 0 end as payments, false as payments_conflict,
         o.class = 'paid' and o.callback_minor is null as payment_unreadable,
         case when o.class = 'paid' then o.callback_trade_no end as paid_trade_no,
         case when o.class = 'paid' then o.callback_trade_no end as payment_trade_no,
         case when o.class = 'paid' then o.callback_sub_merchant_id end as paid_sub_merchant_id,
         case when o.class = 'paid' then o.callback_method end as paid_method,
         case when o.class = 'paid' then o.callback_currency end as paid_currency,
         case when o.class = 'paid' then o.callback_minor end as paid_minor,
         case when o.class = 'paid' then o.callback_text end as paid_text,
         case when o.class = 'paid' then o.completed_at end as paid_at,
         case when o.class = 'paid' then o.completed_impossible end as paid_at_impossible,
         case when o.class = 'paid' then o.offset_source end as offset_source,
         case when o.class = 'paid' then o.received_at end as received_at, 1 as pay_ins,
         case when o.is_called_back then 1 else 0 end as notifications,
         case when o.class in ('pending', 'failed', 'unknown') then 1 else 0 end as unpaid_notifications,
         case when o.class = 'reversed' then 1 else 0 end as reversed_notifications,
         case when o.class = 'unknown' then 1 else 0 end as unknown_notifications,
         case when o.is_refused then 1 else 0 end as refused_notifications, 0 as foreign_notifications,
         0 as unverified_notifications, o.response_sub_merchant_id, coalesce(z.zone, 'UTC') as zone
  from single o
  left join zones z on z.region = o.region
  union all
  select w.order_no, w.merchant_id, w.region, w.business_date, w.sub_merchant_id, w.payment_method, w.currency,
         w.trade_no, w.has_pay_in, w.requested_sub_merchant_id, w.requested_method, w.requested_currency,
         w.requested_minor, w.requested_text, w.requested_at, w.created_at, w.expires_at, w.deadline_at,
         w.any_response, w.all_responses, w.any_accepted, w.differing_currency, w.differing_amount, w.differing_method,
         w.differing_trade_no, w.unknown_response_status, w.has_response, w.response_code, w.response_status,
         w.response_order_no, w.response_merchant_id, w.response_currency, w.response_minor, w.response_text,
         w.response_method, w.response_trade_no, w.account_no, w.has_reversed, w.has_failed, w.has_pending,
         w.has_unknown, w.reversed_at, w.failed_at, w.has_unverified, w.by_trade_no, w.status_regressed,
         w.never_acknowledged, w.time_unreadable, w.time_ambiguous, w.offset_disagrees, w.violations, w.payments,
         w.payments_conflict, w.payment_unreadable, w.paid_trade_no, w.payment_trade_no, w.paid_sub_merchant_id,
         w.paid_method, w.paid_currency, w.paid_minor, w.paid_text, w.paid_at, w.paid_at_impossible, w.offset_source,
         w.received_at, w.pay_ins, w.notifications, w.unpaid_notifications, w.reversed_notifications,
         w.unknown_notifications, w.refused_notifications, w.foreign_notifications, w.unverified_notifications,
         w.response_sub_merchant_id, coalesce(z.zone, 'UTC')
  from chosen k
  join work_evidence w on w.order_no = k.order_no and w.merchant_id = k.merchant_id
  left join zones z on z.region = w.region
)
