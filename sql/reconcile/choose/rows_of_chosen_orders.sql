-- Purpose: the other rows of the orders that are judged apart, as statement_rows.sql leaves them out: those that belonged to
--          them before, of which nothing that their order depends on has changed, and new rows of their numbers.
-- Grain:   one row per row of a statement that is not in work_rows yet.
-- Parameters: as_of timestamptz; known_source, last_source integer; regions, zones text[]
-- Parts:   newest_rows: choose/newest_rows.sql, of fresh

insert into work_rows (
  order_no, logged_at, digest, is_known, merchant_id, region, type, status, trade_no, sub_merchant_id, payment_method,
  currency, gross_minor, fee_minor, net_minor, stated_at, completed_at, settled_on, payout_id, source_id,
  row_id, line
)
with keys as materialized (
  select order_no, merchant_id from work_keys
),
known as materialized (
  select source_id, coalesce(place, source_id) as place
  from sources
  where source_id <= :last_source::integer and read_at <= :as_of::timestamptz
),
fresh as materialized (
  select s.*
  from work_apart a
  join statements s on s.order_no = a.order_no
  join known k on k.source_id = s.source_id
  left join work_rows w on w.order_no = s.order_no and w.logged_at = s.logged_at and w.digest = s.digest
  where s.source_id > :known_source::integer and w.digest is null
),
:newest_rows,
missing as materialized (
  select s.*, true as is_known
  from keys k
  join statement_rows r on r.matched_order_no = k.order_no and r.matched_merchant_id = k.merchant_id
  join statements s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
  left join work_rows w on w.order_no = r.order_no and w.logged_at = r.logged_at and w.digest = r.digest
  left join work_revisited v on v.order_no = r.order_no and v.logged_at = r.logged_at and v.digest = r.digest
  where r.until_run is null and w.digest is null and v.digest is null
  union all
  select f.*, false
  from fresh f
  left join newest n on n.issuer = f.issuer and n.row_key = f.row_key
  where (f.row_id is null or (f.source_id, f.line) = (n.source_id, n.line))
    and (f.completed_at is not null or f.settled_on is not null)
)
select m.order_no, m.logged_at, m.digest, m.is_known, m.merchant_id, m.region, m.type, m.status, m.trade_no,
       m.sub_merchant_id, m.payment_method, m.currency, m.gross_minor, m.fee_minor, m.net_minor,
       coalesce(m.completed_at, m.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')),
       m.completed_at, m.settled_on, m.payout_id, m.source_id, m.row_id, m.line
from missing m
left join unnest(:regions::text[], :zones::text[]) as z (region, zone) on z.region = m.region
