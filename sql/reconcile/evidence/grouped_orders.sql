-- Purpose: the chosen orders whose records must be read together. Nearly all orders have one request, with or without
--          its response, and at most one callback; they are read by single_orders.sql.
-- Grain:   one row per order with several pay-in records or none, with several callbacks, or with an unverified
--          callback, a violation, a response logged on a line of its own, or a region that the settings do not name.
-- Parameters: as_of timestamptz; last_source integer (the newest source that this run knows);
--             regions text[] (every region of the settings); mandatory_rule text, absent_fields text[] (the rule of
--             missing fields, and the fields that the store never keeps)

insert into work_grouped (order_no, merchant_id)
with records as (
  select k.order_no, k.merchant_id, 1 as pay_in, 0 as callback,
         not p.has_request or not (p.region = '' or p.region = any (:regions::text[])) as is_odd
  from work_keys k
  join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
  union all
  select k.order_no, k.merchant_id, 0, 1,
         c.verified is not distinct from false or not (c.region = '' or c.region = any (:regions::text[]))
  from work_keys k
  join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id
  where c.received_at <= :as_of::timestamptz and c.source_id <= :last_source::integer
  union all
  select k.order_no, k.merchant_id, 0, 0, true
  from work_keys k
  join violations v on v.order_no = k.order_no and v.merchant_id = k.merchant_id
  where v.source_id <= :last_source::integer
    and not (v.rule = :mandatory_rule::text and v.field = any (:absent_fields::text[]))
)
select order_no, merchant_id
from records
group by order_no, merchant_id
having sum(pay_in) <> 1 or sum(callback) > 1 or bool_or(is_odd)
