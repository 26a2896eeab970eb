-- Purpose: the callbacks of the orders in work_grouped that count at this as-of, each with the order that it belongs to.
-- Grain:   one row per callback record (a delivery).
-- Rules:   a callback belongs to the order of its own key if that has a pay-in record; else to the one order
--          whose responses have its tradeNo, if merchant or orderNo agree; else to its own key, an orphan.
-- Parameters: as_of timestamptz; last_source integer; paid, pending, failed, reversed text[]; mandatory_rule text,
--             absent_fields text[]
-- Parts:   broken_rules: broken_rules.sql, of c

insert into work_callbacks (
  order_no, merchant_id, by_trade_no, digest, region, trade_no, sub_merchant_id, payment_method, status,
  status_class, currency, amount_minor, amount_text, amount_key, completed_at, completed_impossible,
  offset_source, received_at, ack, time_unreadable, time_ambiguous, offset_disagrees, violations, source_id, line
)
with visible as (
  select c.*,
         exists (
           select from pay_ins p
           where p.order_no = c.order_no
             and p.merchant_id = c.merchant_id
             and p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
         ) as has_pay_in,
         :broken_rules as violations
  from work_grouped k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
),
unmatched as materialized (
  select distinct c.order_no, c.merchant_id, c.trade_no
  from work_grouped k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz
    and c.source_id <= :last_source::integer
    and c.verified is distinct from false
    and c.trade_no is not null
    and not exists (
      select from pay_ins p
      where p.order_no = c.order_no
        and p.merchant_id = c.merchant_id
        and p.requested_at <= :as_of::timestamptz
        and p.source_id <= :last_source::integer
    )
),
unmatched_trade_nos as materialized (
  select distinct trade_no from unmatched
),
owners as materialized (
  select distinct p.trade_no, p.order_no, p.merchant_id
  from pay_ins p
  join unmatched_trade_nos s on s.trade_no = p.trade_no
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
),
only_owners as materialized (
  select trade_no, min(order_no) as order_no, min(merchant_id) as merchant_id
  from owners
  group by trade_no
  having count(*) = 1
),
attributed as materialized (
  select s.order_no as own_order_no, s.merchant_id as own_merchant_id, s.trade_no, o.order_no, o.merchant_id
  from unmatched s
  join only_owners o on o.trade_no = s.trade_no
  where o.order_no = s.order_no or o.merchant_id = s.merchant_id
)
select coalesce(a.order_no, v.order_no),
       coalesce(a.merchant_id, v.merchant_id),
       a.order_no is not null,
       v.digest, v.region, v.trade_no, v.sub_merchant_id, v.payment_method, v.status,
       case
         when v.status = any (:paid::text[]) then 'paid'
         when v.status = any (:pending::text[]) then 'pending'
         when v.status = any (:failed::text[]) then 'failed'
         when v.status = any (:reversed::text[]) then 'reversed'
         else 'unknown'
       end,
       v.currency, v.amount_minor, v.amount_text,
       coalesce(v.amount_minor::text, 'text ' || v.amount_text),
       v.completed_at, v.completed_impossible, v.offset_source, v.received_at, v.ack,
       v.time_unreadable, v.time_ambiguous, v.offset_disagrees, v.violations, v.source_id, v.line
from visible v
left join attributed a
  on not v.has_pay_in
 and a.own_order_no = v.order_no
 and a.own_merchant_id = v.merchant_id
 and a.trade_no = v.trade_no
