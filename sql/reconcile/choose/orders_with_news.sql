-- Purpose: the orders about which something is new since the last judging: evidence read since, or withdrawn; evidence known before,
--          but later than that as-of (or, where this as-of is the earlier one, later than this); and orders whose
--          deadline or horizon passes between the two as-ofs. A finding is first seen no later than at the earlier one.
-- Grain:   one row per order.
-- Parameters: since, last_source integer (the newest sources that the last judging and this run know); earlier, later
--             timestamptz (both as-ofs); horizon_hours integer; backwards boolean (whether this as-of is the earlier one)

insert into work_keys (order_no, merchant_id, round)
with news as (
  select order_no, merchant_id from pay_ins where source_id > :since::integer and source_id <= :last_source::integer
  union
  select order_no, merchant_id from pay_ins
  where requested_at > :earlier::timestamptz
    and requested_at <= :later::timestamptz
    and source_id <= :last_source::integer
  union
  select order_no, merchant_id from pay_ins where amended_by > :since::integer and amended_by <= :last_source::integer
  union
  select order_no, merchant_id from callbacks where source_id > :since::integer and source_id <= :last_source::integer
  union
  select order_no, merchant_id from callbacks
  where received_at > :earlier::timestamptz
    and received_at <= :later::timestamptz
    and source_id <= :last_source::integer
  union
  select order_no, merchant_id from callbacks where amended_by > :since::integer and amended_by <= :last_source::integer
  union
  select order_no, merchant_id from violations where source_id > :since::integer and source_id <= :last_source::integer
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
)
select order_no, merchant_id, 0 from news
