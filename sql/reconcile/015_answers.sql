-- Purpose: joins responses that were logged on lines of their own to the requests they answer.
-- Grain:   one row per request that is answered so.
-- Rules:   of an order's requests without a response and responses without a request, in time order, a response
--          answers the last request before it that has none yet, as brackets close; what is left over on both sides,
--          because clocks differ, is joined in order.
-- Parameters: as_of timestamptz; last_source integer (the newest that this run knows)

insert into work_answers (
  order_no, merchant_id, request_digest, response_digest, answered_at, response_code, response_status,
  response_order_no, response_merchant_id, response_currency, response_amount_minor, response_amount_text,
  response_method, trade_no, account_no, time_unreadable, time_ambiguous, offset_disagrees
)
with alone as materialized (
  select p.order_no, p.merchant_id, p.digest, p.requested_at
  from work_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  where not p.has_request and p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
),
split as materialized (
  select distinct order_no, merchant_id from alone
),
events as (
  select a.order_no, a.merchant_id, a.digest, a.requested_at, false as is_request
  from alone a
  union all
  select p.order_no, p.merchant_id, p.digest, p.requested_at, true
  from split s
  join pay_ins p on p.order_no = s.order_no and p.merchant_id = s.merchant_id
  where p.has_request
    and not p.has_response
    and p.requested_at <= :as_of::timestamptz
    and p.source_id <= :last_source::integer
),
depths as (
  select e.*,
         sum(case when is_request then 1 else -1 end) over (
           partition by order_no, merchant_id order by requested_at, is_request desc, digest
         ) + case when is_request then 0 else 1 end as depth
  from events e
),
closed as (
  select order_no, merchant_id, digest, is_request,
         lag(digest) over w as before_digest,
         lag(is_request) over w as after_request
  from depths
  window w as (partition by order_no, merchant_id, depth order by requested_at, is_request desc, digest)
),
nested as (
  select order_no, merchant_id, before_digest as request_digest, digest as response_digest
  from closed
  where not is_request and after_request
),
left_over as (
  select e.order_no, e.merchant_id, e.digest, e.is_request,
         row_number() over (
           partition by e.order_no, e.merchant_id, e.is_request order by e.requested_at, e.digest
         ) as position
  from events e
  left join nested n
    on n.order_no = e.order_no
   and n.merchant_id = e.merchant_id
   and e.digest in (n.request_digest, n.response_digest)
  where n.order_no is null
),
answers as (
  select order_no, merchant_id, request_digest, response_digest from nested
  union all
  select q.order_no, q.merchant_id, q.digest, r.digest
  from left_over q
  join left_over r
    on r.order_no = q.order_no and r.merchant_id = q.merchant_id and r.position = q.position and not r.is_request
  where q.is_request
)
select a.order_no, a.merchant_id, a.request_digest, a.response_digest, r.answered_at, r.response_code,
       r.response_status, r.response_order_no, r.response_merchant_id, r.response_currency,
       r.response_amount_minor, r.response_amount_text, r.response_method, r.trade_no, r.account_no,
       r.time_unreadable, r.time_ambiguous, r.offset_disagrees
from answers a
join pay_ins r
  on r.order_no = a.order_no and r.merchant_id = a.merchant_id and r.digest = a.response_digest
