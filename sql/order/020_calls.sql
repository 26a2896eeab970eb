-- Purpose: the pay-in records of one order, each with the other half of its call where request and response were logged
--          separately.
-- Grain:   one row per pay-in record, in time order.
-- Units:   *_minor in minor units of the row's currency; *_at as instants.
-- Rules:   a response on a line of its own is joined as in sql/reconcile/evidence/answers.sql (a test compares the two), from all
--          records that have been read.
-- Parameters: order_no, merchant_id text

with calls as (
  select p.*
  from pay_ins p
  where p.order_no = :order_no::text and p.merchant_id = :merchant_id::text
),
events as (
  select digest, has_request as is_request,
         case
           when has_request or requested_at <> date_trunc('second', requested_at) then requested_at
           else requested_at + interval '999999 microseconds'
         end as at
  from calls
  where not has_request or not has_response
),
depths as (
  select e.*,
         sum(case when is_request then 1 else -1 end) over (order by at, is_request desc, digest)
           + case when is_request then 0 else 1 end as depth
  from events e
),
closed as (
  select digest, is_request, lag(digest) over w as before_digest, lag(is_request) over w as after_request
  from depths
  window w as (partition by depth order by at, is_request desc, digest)
),
nested as (
  select before_digest as request_digest, digest as response_digest
  from closed
  where not is_request and after_request
),
paired as materialized (
  select request_digest as digest from nested
  union all
  select response_digest from nested
),
left_over as (
  select e.digest, e.is_request,
         row_number() over (partition by e.is_request order by e.at, e.digest) as position
  from events e
  where not exists (select from paired p where p.digest = e.digest)
),
answers as (
  select request_digest, response_digest from nested
  union all
  select q.digest, r.digest
  from left_over q
  join left_over r on r.position = q.position and not r.is_request
  where q.is_request
)
select c.order_no, c.logged_at, c.digest, coalesce(a.response_digest, b.request_digest) as partner, c.has_request,
       c.has_response, c.region, c.sub_merchant_id, c.payment_method, c.currency, c.amount_minor, c.amount_text,
       c.sent_at_text, c.timestamp_text, c.requested_at, c.created_at, c.answered_at, c.expiry_period_text, c.expires_at,
       c.response_time_text, c.response_code, c.response_status, c.response_order_no, c.response_merchant_id,
       c.response_sub_merchant_id, c.response_currency, c.response_amount_minor, c.response_amount_text,
       c.response_method, c.trade_no,
       c.account_no, c.time_unreadable, c.time_ambiguous, c.offset_disagrees, s.name as source, c.line
from calls c
join sources s on s.source_id = c.source_id
left join answers a on a.request_digest = c.digest
left join answers b on b.response_digest = c.digest
order by c.requested_at, c.digest
