-- Purpose: which requests the responses answer that were logged on lines of their own.
-- Grain:   one row per request that has such a response.
-- Rules:   this file is no statement of its own: it has CTEs of answers.sql and fees.sql, the last of them answers.
--          Of an order's requests without a response and responses without a request, in time order, a response
--          answers the last request before it that has none yet, as brackets close. What is left on both sides,
--          because clocks differ, is joined in time order. A response stamped in whole seconds was given by the end of that
--          second: the request's own time may have milliseconds.
-- Parameters: as_of timestamptz; last_source integer
-- Parts:   grouped: the table of the orders; records: pay_ins, or those of its records that belong to them

split as (
  select distinct p.order_no, p.merchant_id
  from :grouped k
  join :records p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  where not p.has_request and p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
),
events as (
  select p.order_no, p.merchant_id, p.digest, p.has_request as is_request,
         case
           when p.has_request or p.requested_at <> date_trunc('second', p.requested_at) then p.requested_at
           else p.requested_at + interval '999999 microseconds'
         end as at
  from split s
  join :records p on p.order_no = s.order_no and p.merchant_id = s.merchant_id
  where not (p.has_request and p.has_response)
    and p.requested_at <= :as_of::timestamptz
    and p.source_id <= :last_source::integer
),
depths as (
  select e.*,
         sum(case when is_request then 1 else -1 end) over (
           partition by order_no, merchant_id order by at, is_request desc, digest
         ) + case when is_request then 0 else 1 end as depth
  from events e
),
closed as (
  select d.*,
         lag(digest) over w as before_digest,
         case when is_request then not lead(is_request) over w else lag(is_request) over w end is true as is_nested
  from depths d
  window w as (partition by order_no, merchant_id, depth order by at, is_request desc, digest)
),
positioned as (
  select c.*,
         row_number() over (
           partition by order_no, merchant_id, is_nested, is_request order by at, digest
         ) as position
  from closed c
),
paired as (
  select p.*,
         lag(digest) over (
           partition by order_no, merchant_id, is_nested, position order by is_request desc
         ) as beside_digest
  from positioned p
),
answers as (
  select order_no, merchant_id, case when is_nested then before_digest else beside_digest end as request_digest,
         digest as response_digest
  from paired
  where not is_request and (is_nested or beside_digest is not null)
)
