-- Purpose: what the pay-in records of each order in work_grouped say, and the one record it is judged by.
-- Grain:   one row per order that has pay-in records at this as-of.
-- Rules:   amounts are compared by minor units, or by text where one of two is empty.
--          A response on a line of its own is part of the request it answers (work_answers); one that answers none is
--          a record without a request.
-- Parameters: as_of timestamptz; last_source integer; statuses text[]; mandatory_rule text, absent_fields text[]
-- Parts:   judged_first: the order in which the records of an order are tried to be judged by. broken_rules:
--          broken_rules.sql, of p. computed_once: materialized, but on a cluster, where each worker has its own

insert into work_orders (
  order_no, merchant_id, pay_ins, first_requested_at, any_response, all_responses, any_accepted,
  differing_currency, differing_amount, differing_method, differing_trade_no, unknown_response_status,
  time_unreadable, time_ambiguous, offset_disagrees, violations, region, sub_merchant_id, payment_method,
  currency, amount_minor, amount_text, requested_at, created_at, expires_at, has_response, response_code,
  response_status, response_order_no, response_merchant_id, response_currency, response_amount_minor, response_amount_text,
  response_method, trade_no, account_no, response_sub_merchant_id
)
with answers_broken as :computed_once (
  select v.order_no, v.digest,
         string_agg(v.field || ': ' || v.rule || ' (' || v.shape || ')', '; ' order by v.field, v.rule)
           as violations
  from work_answers a
  join violations v on v.order_no = a.order_no and v.merchant_id = a.merchant_id and v.digest = a.response_digest
  where v.source_id <= :last_source::integer
    and not (v.rule = :mandatory_rule::text and v.field = any (:absent_fields::text[]))
  group by v.order_no, v.digest
),
visible as (
  select p.order_no, p.merchant_id, p.digest, p.has_request, p.region, p.sub_merchant_id, p.payment_method,
         p.currency, p.amount_minor, p.amount_text, p.requested_at,
         case when a.order_no is null then p.created_at else coalesce(a.answered_at, p.requested_at) end as created_at,
         case when a.order_no is null then p.expires_at
           else coalesce(a.answered_at, p.requested_at)
             + make_interval(secs => extract(epoch from p.expires_at - p.created_at)::double precision)
         end as expires_at,
         p.has_response or a.order_no is not null as has_response,
         coalesce(a.response_code, p.response_code) as response_code,
         coalesce(a.response_status, p.response_status) as response_status,
         coalesce(a.response_order_no, p.response_order_no) as response_order_no,
         coalesce(a.response_merchant_id, p.response_merchant_id) as response_merchant_id,
         coalesce(a.response_currency, p.response_currency) as response_currency,
         coalesce(a.response_amount_minor, p.response_amount_minor) as response_amount_minor,
         coalesce(a.response_amount_text, p.response_amount_text) as response_amount_text,
         coalesce(a.response_method, p.response_method) as response_method,
         coalesce(a.trade_no, p.trade_no) as trade_no,
         coalesce(a.account_no, p.account_no) as account_no,
         coalesce(a.response_sub_merchant_id, p.response_sub_merchant_id) as response_sub_merchant_id,
         p.time_unreadable or coalesce(a.time_unreadable, false) as time_unreadable,
         p.time_ambiguous or coalesce(a.time_ambiguous, false) as time_ambiguous,
         p.offset_disagrees or coalesce(a.offset_disagrees, false) as offset_disagrees,
         nullif(concat_ws('; ', :broken_rules, ab.violations), '') as violations,
         coalesce(a.response_code, p.response_code) is not distinct from '00' as accepted
  from work_grouped k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  left join work_answers a
    on a.order_no = p.order_no and a.merchant_id = p.merchant_id and a.request_digest = p.digest
  left join answers_broken ab on ab.order_no = a.order_no and ab.digest = a.response_digest
  left join work_answers joined
    on joined.order_no = p.order_no
   and joined.merchant_id = p.merchant_id
   and joined.response_digest = p.digest
  where p.requested_at <= :as_of::timestamptz
    and p.source_id <= :last_source::integer
    and joined.order_no is null
),
ranked as (
  select v.*,
         row_number() over (
           partition by order_no, merchant_id
           order by :judged_first
         ) as place
  from visible v
)
select order_no, merchant_id,
       count(*),
       min(requested_at),
       bool_or(has_response),
       bool_and(has_response),
       bool_or(accepted),
       count(distinct currency) > 1,
       count(distinct amount_minor) > 1
         or bool_or(amount_minor is null and amount_text is not null) and count(distinct amount_text) > 1,
       count(distinct payment_method) > 1,
       count(distinct trade_no) filter (where accepted) > 1,
       bool_or(accepted and response_status is not null and response_status <> all (:statuses::text[])),
       bool_or(time_unreadable),
       bool_or(time_ambiguous),
       bool_or(offset_disagrees),
       string_agg(distinct violations, '; ' order by violations),
       min(region) filter (where place = 1),
       min(sub_merchant_id) filter (where place = 1),
       min(payment_method) filter (where place = 1),
       min(currency) filter (where place = 1),
       min(amount_minor) filter (where place = 1),
       min(amount_text) filter (where place = 1),
       min(requested_at) filter (where place = 1),
       min(created_at) filter (where place = 1),
       min(expires_at) filter (where place = 1),
       bool_or(has_response) filter (where place = 1),
       min(response_code) filter (where place = 1),
       min(response_status) filter (where place = 1),
       min(response_order_no) filter (where place = 1),
       min(response_merchant_id) filter (where place = 1),
       min(response_currency) filter (where place = 1),
       min(response_amount_minor) filter (where place = 1),
       min(response_amount_text) filter (where place = 1),
       min(response_method) filter (where place = 1),
       min(trade_no) filter (where place = 1),
       min(account_no) filter (where place = 1),
       min(response_sub_merchant_id) filter (where place = 1)
from ranked
group by order_no, merchant_id
