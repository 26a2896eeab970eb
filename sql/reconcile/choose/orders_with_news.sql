-- Purpose: the orders to judge, except those that are new and have one request and at most one callback: nearly all of a
--          night, which results/order_results.sql reads straight from the records. Of orders that an earlier run may have judged:
--          those with evidence read since the last judging, or withdrawn; with evidence known before, but later than that
--          as-of (or, where this as-of is the earlier one, later than this); and those whose deadline or horizon passes
--          between the two as-ofs. A finding is first seen no later than at the earlier one.
-- Grain:   one row per order.
-- Rules:   a record is new if no run before knew its source. An order of new records only is odd if it has several requests or
--          none, several callbacks, or an unverified callback, a violation, a response logged on a line of its own, or a
--          region that the settings do not name: then its records are read together. One sum of weights shows all of this;
--          several counts would take twice as long. Earlier records are looked up once for an order, not for each of its new
--          records: then the planner finds the index cheaper than reading all records of the store.
-- Parameters: since, known_source, last_source integer; as_of, earlier, later timestamptz (this as-of; both as-ofs);
--             horizon_hours integer; backwards boolean (whether this as-of is the earlier one); regions text[]; mandatory_rule
--             text, absent_fields text[]

insert into work_keys (order_no, merchant_id, round)
with old_news as (
  select order_no, merchant_id from pay_ins where source_id > :since::integer and source_id <= :known_source::integer
  union
  select order_no, merchant_id from pay_ins
  where requested_at > :earlier::timestamptz
    and requested_at <= :later::timestamptz
    and source_id <= :known_source::integer
  union
  select order_no, merchant_id from pay_ins
  where amended_by > :since::integer and amended_by <= :last_source::integer and source_id <= :known_source::integer
  union
  select order_no, merchant_id from callbacks where source_id > :since::integer and source_id <= :known_source::integer
  union
  select order_no, merchant_id from callbacks
  where received_at > :earlier::timestamptz
    and received_at <= :later::timestamptz
    and source_id <= :known_source::integer
  union
  select order_no, merchant_id from callbacks
  where amended_by > :since::integer and amended_by <= :last_source::integer and source_id <= :known_source::integer
  union
  select order_no, merchant_id from violations where source_id > :since::integer and source_id <= :known_source::integer
  union
  select order_no, merchant_id from order_rows
  where until_run is null
    and outcome in ('PENDING', 'STUCK')
    and deadline_at > :earlier::timestamptz
    and deadline_at <= :later::timestamptz
  union
  select order_no, merchant_id from order_rows
  where until_run is null
    and outcome in ('PENDING', 'STUCK')
    and deadline_at > :earlier::timestamptz - make_interval(hours => :horizon_hours::integer)
    and deadline_at <= :later::timestamptz - make_interval(hours => :horizon_hours::integer)
  union
  select order_no, merchant_id from order_rows
  where :backwards::boolean
    and until_run is null
    and outcome = 'EXPIRED'
    and deadline_at > :earlier::timestamptz - make_interval(hours => :horizon_hours::integer)
  union
  select order_no, merchant_id from work_changed_orders
  union
  select order_no, merchant_id from finding_rows
  where :backwards::boolean and until_run is null and first_seen_at > :earlier::timestamptz
),
new_records as not materialized (
  select order_no, merchant_id,
         case
           when requested_at > :as_of::timestamptz then 0
           when has_request and (region = '' or region = any (:regions::text[])) then 1
           else 2000000000
         end as weight
  from pay_ins
  where source_id > :known_source::integer and source_id <= :last_source::integer
  union all
  select order_no, merchant_id,
         case
           when received_at > :as_of::timestamptz then 0
           when verified is distinct from false and (region = '' or region = any (:regions::text[])) then 1000000000
           else 2000000000
         end
  from callbacks
  where source_id > :known_source::integer and source_id <= :last_source::integer
  union all
  select order_no, merchant_id, 2000000000
  from violations
  where source_id > :known_source::integer
    and source_id <= :last_source::integer
    and not (rule = :mandatory_rule::text and field = any (:absent_fields::text[]))
),
new_orders as not materialized (
  select order_no, merchant_id, sum(weight) as weight
  from new_records
  group by order_no, merchant_id
),
odd as (
  select order_no, merchant_id from new_orders where weight not in (0, 1, 1000000001)
),
known as (
  select n.order_no, n.merchant_id
  from new_orders n
  join pay_ins p on p.order_no = n.order_no and p.merchant_id = n.merchant_id
  where :known_source::integer > 0 and p.source_id <= :known_source::integer
  union
  select n.order_no, n.merchant_id
  from new_orders n
  join callbacks c on c.order_no = n.order_no and c.merchant_id = n.merchant_id
  where :known_source::integer > 0 and c.source_id <= :known_source::integer
)
select c.order_no, c.merchant_id, 0
from (
  select order_no, merchant_id from old_news
  union
  select order_no, merchant_id from odd
  union
  select order_no, merchant_id from known
) c
