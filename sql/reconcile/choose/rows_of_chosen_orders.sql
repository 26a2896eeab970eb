-- Purpose: the other rows of the orders that are judged. Nothing that their order depends on has changed.
-- Grain:   one row per row of a statement that is not in work_rows yet.
-- Parameters: regions, zones text[] (every region of the settings)

insert into work_rows (
  order_no, logged_at, digest, is_known, merchant_id, region, type, status, trade_no, sub_merchant_id, payment_method,
  currency, gross_minor, fee_minor, net_minor, stated_at, completed_at, settled_on, payout_id, source_id,
  row_id, line
)
with zones as (
  select region, zone
  from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
keys as materialized (
  select order_no, merchant_id from work_keys
)
select s.order_no, s.logged_at, s.digest, true, s.merchant_id, s.region, s.type, s.status, s.trade_no,
       s.sub_merchant_id, s.payment_method, s.currency, s.gross_minor, s.fee_minor, s.net_minor,
       coalesce(s.completed_at, s.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')),
       s.completed_at, s.settled_on, s.payout_id, s.source_id, s.row_id, s.line
from keys k
join statement_rows r on r.matched_order_no = k.order_no and r.matched_merchant_id = k.merchant_id
join statements s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
left join work_rows w on w.order_no = r.order_no and w.logged_at = r.logged_at and w.digest = r.digest
left join work_revisited v on v.order_no = r.order_no and v.logged_at = r.logged_at and v.digest = r.digest
left join zones z on z.region = s.region
where r.until_run is null and w.digest is null and v.digest is null
