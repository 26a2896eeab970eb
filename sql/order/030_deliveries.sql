-- Purpose: the callbacks that carry one order's number and merchant, or a tradeNo of its responses, each with the order
--          that it is attributed to.
-- Grain:   one row per delivery, in time order.
-- Units:   amount_minor in minor units of the row's currency; *_at as instants.
-- Rules:   attributed as in sql/reconcile/evidence/callbacks.sql (a test compares the two), from all records that have been read;
--          callbacks that are not verified are attributed to no order.
-- Parameters: order_no, merchant_id text

with trade_nos as materialized (
  select distinct trade_no
  from pay_ins
  where order_no = :order_no::text and merchant_id = :merchant_id::text and trade_no is not null
),
deliveries as materialized (
  select c.*
  from callbacks c
  where c.order_no = :order_no::text and c.merchant_id = :merchant_id::text
  union
  -- Not by OR, for which all callbacks would be read.
  select c.*
  from callbacks c
  where c.trade_no in (select trade_no from trade_nos)
),
keys as materialized (
  select distinct order_no, merchant_id from deliveries
),
requested as materialized (
  select distinct p.order_no, p.merchant_id
  from keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
),
unmatched as materialized (
  select distinct d.trade_no
  from deliveries d
  left join requested r on r.order_no = d.order_no and r.merchant_id = d.merchant_id
  where r.order_no is null and d.trade_no is not null
),
owners as materialized (
  select distinct p.trade_no, p.order_no, p.merchant_id
  from unmatched s
  join pay_ins p on p.trade_no = s.trade_no
),
only_owners as materialized (
  select trade_no, min(order_no) as order_no, min(merchant_id) as merchant_id
  from owners
  group by trade_no
  having count(*) = 1
)
select d.order_no, d.merchant_id,
       case when d.verified is distinct from false then coalesce(o.order_no, d.order_no) end as counted_order_no,
       case when d.verified is distinct from false then coalesce(o.merchant_id, d.merchant_id) end
         as counted_merchant_id,
       d.logged_at, d.digest, d.region, d.trade_no, d.sub_merchant_id, d.payment_method, d.status, d.currency,
       d.amount_minor, d.amount_text, d.transaction_time_text, d.completed_at, d.offset_source,
       d.completed_impossible, d.received_at_text, d.timestamp_text, d.received_at, d.verified, d.ack,
       d.time_unreadable, d.time_ambiguous, d.offset_disagrees, s.name as source, d.line
from deliveries d
join sources s on s.source_id = d.source_id
left join requested r on r.order_no = d.order_no and r.merchant_id = d.merchant_id
left join only_owners o
  on r.order_no is null
 and o.trade_no = d.trade_no
 and (o.order_no = d.order_no or o.merchant_id = d.merchant_id)
order by d.received_at, d.digest
