-- Purpose: everything that happened to one order, for the command that tells its story.
-- Grain:   one row per request, response, delivery of a callback, deadline and changed verdict, in time order.
-- Units:   at as an instant; amount_minor in minor units of currency.
-- Parameters: order_no, merchant_id text

with requests as (
  select p.requested_at as at, 1 as step,
         concat_ws(' ', 'request', p.payment_method) as what,
         p.currency, p.amount_minor, p.amount_text,
         null::text as note, s.name || ':' || p.line as place
  from pay_ins p join sources s on s.source_id = p.source_id
  where p.order_no = :order_no::text and p.merchant_id = :merchant_id::text
),
responses as (
  select p.created_at, 2,
         case when p.has_response
           then concat_ws(' ', 'response code', p.response_code, p.response_status, 'tradeNo', p.trade_no)
           else 'no response' end,
         null::text, null::bigint, null::text, null::text, s.name || ':' || p.line
  from pay_ins p join sources s on s.source_id = p.source_id
  where p.order_no = :order_no::text and p.merchant_id = :merchant_id::text
),
deliveries as (
  select c.received_at, 3,
         concat_ws(' ', 'callback', c.status, 'tradeNo ' || c.trade_no,
           case when c.completed_at is not null then 'completed '
             || to_char(c.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end,
           'ack ' || c.ack,
           case when c.verified = false then 'NOT VERIFIED, decides nothing' end),
         c.currency, c.amount_minor, c.amount_text,
         case c.offset_source
           when 'explicit' then null
           when 'none' then 'completion time missing or unreadable'
           else 'completion time without offset, read by ' || c.offset_source end,
         s.name || ':' || c.line
  from callbacks c join sources s on s.source_id = c.source_id
  where (c.order_no = :order_no::text and c.merchant_id = :merchant_id::text)
     or c.trade_no in (
       select trade_no from pay_ins
       where order_no = :order_no::text and merchant_id = :merchant_id::text and trade_no is not null
     )
),
deadline as (
  select r.deadline_at, 4, 'deadline: an unpaid order is stuck from here on', null::text, null::bigint, null::text,
         null::text, null::text
  from order_results r
  where r.order_no = :order_no::text and r.merchant_id = :merchant_id::text and r.until_run is null
    and r.deadline_at is not null
),
verdicts as (
  select u.as_of, 5,
         concat_ws(' ', 'verdict', r.outcome, r.stuck_reason, nullif(r.findings, '')),
         null::text, null::bigint, null::text, 'run ' || r.from_run, null::text
  from order_results r join runs u on u.run_id = r.from_run
  where r.order_no = :order_no::text and r.merchant_id = :merchant_id::text
),
told as (
  select * from requests union all select * from responses union all select * from deliveries
  union all select * from deadline union all select * from verdicts
)
select at, what, currency, amount_minor, amount_text, note, place from told
order by at nulls first, step, what collate "C", place collate "C"
