-- Purpose: the orders of work_keys: whether their records must be read together, and whether an earlier run may have judged
--          them.
-- Grain:   one row per order.
-- Rules:   is_grouped: several pay-in records or none, several callbacks, or an unverified callback, a violation, a
--          response logged on a line of its own, a region that the settings do not name, or refunds. A new order is in work_keys for
--          one of these reasons, or because it is related to another.
--          is_known: an earlier run knew a source of one of its records, whether or not it counts at this as-of, or of
--          one that was withdrawn.
-- Parameters: as_of timestamptz; last_source, known_source integer; regions text[]; mandatory_rule text, absent_fields text[]

insert into work_marked (order_no, merchant_id, is_grouped, is_known)
with records as (
  select order_no, merchant_id, 0 as pay_in, 0 as callback, false as is_known, false as is_odd
  from work_keys
  where is_own
  union all
  select k.order_no, k.merchant_id, case when p.requested_at <= :as_of::timestamptz then 1 else 0 end, 0,
         p.source_id <= :known_source::integer,
         p.requested_at <= :as_of::timestamptz
           and (not p.has_request or not (p.region = '' or p.region = any (:regions::text[])))
  from work_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  where k.is_own and p.source_id <= :last_source::integer
  union all
  select k.order_no, k.merchant_id, 0, case when c.received_at <= :as_of::timestamptz then 1 else 0 end,
         c.source_id <= :known_source::integer,
         c.received_at <= :as_of::timestamptz
           and (c.verified = false or not (c.region = '' or c.region = any (:regions::text[])))
  from work_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where k.is_own and c.source_id <= :last_source::integer
  union all
  select k.order_no, k.merchant_id, 0, 0, false, true
  from work_keys k
  join violations v on v.order_no = k.order_no and v.merchant_id = k.merchant_id
  where k.is_own
    and v.source_id <= :last_source::integer
    and not (v.rule = :mandatory_rule::text and v.field = any (:absent_fields::text[]))
  union all
  select k.order_no, k.merchant_id, 0, 0, false, true
  from work_keys k
  join work_refunds r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  where k.is_own
  union all
  select k.order_no, k.merchant_id, 0, 0, true, false
  from work_keys k
  join work_changed_orders c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where k.is_own
)
select order_no, merchant_id, sum(pay_in) <> 1 or sum(callback) > 1 or bool_or(is_odd) or not bool_or(is_known),
       bool_or(is_known)
from records
group by order_no, merchant_id
