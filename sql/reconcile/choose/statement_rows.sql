-- Purpose: the rows of statements that count at this as-of and that the run's own transaction reads: of sources that the last
--          judging did not know, and of those that may count otherwise now; without the rows of new orders that
--          evidence/new_rows.sql reads, nearly all of a night.
-- Grain:   one row per row of a statement.
-- Rules:   a row is known from when its source was read. Of several statements of one row, the one that was read last counts.
--          stated_at is its time, or the beginning of the date on which it was settled.
--          is_known: an earlier run may have results of it. apart_rows.sql says which rows belong to new orders.
-- Parameters: as_of timestamptz; since, known_source, last_source integer; regions, zones text[]
-- Parts:   newest_rows: choose/newest_rows.sql, of visible

insert into work_rows (
  order_no, logged_at, digest, is_known, merchant_id, region, type, status, trade_no, sub_merchant_id, payment_method,
  currency, gross_minor, fee_minor, net_minor, stated_at, completed_at, settled_on, payout_id, source_id,
  row_id, line
)
with known as materialized (
  select source_id, coalesce(place, source_id) as place
  from sources
  where source_id <= :last_source::integer and read_at <= :as_of::timestamptz
),
apart as materialized (
  select order_no, logged_at, digest from work_apart_rows
  union
  select order_no, logged_at, digest from work_revisited
),
visible as materialized (
  select s.*, s.source_id <= :known_source::integer or w.digest is not null as is_known
  from apart a
  join statements s on s.order_no = a.order_no and s.logged_at = a.logged_at and s.digest = a.digest
  join known k on k.source_id = s.source_id
  left join work_revisited w on w.order_no = s.order_no and w.logged_at = s.logged_at and w.digest = s.digest
  union all
  select s.*, true
  from statements s
  join known k on k.source_id = s.source_id
  left join work_revisited w on w.order_no = s.order_no and w.logged_at = s.logged_at and w.digest = s.digest
  where s.source_id > :since::integer and s.source_id <= :known_source::integer and w.digest is null
),
:newest_rows
select v.order_no, v.logged_at, v.digest, v.is_known, v.merchant_id, v.region, v.type, v.status, v.trade_no,
       v.sub_merchant_id, v.payment_method, v.currency, v.gross_minor, v.fee_minor, v.net_minor,
       coalesce(v.completed_at, v.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')),
       v.completed_at, v.settled_on, v.payout_id, v.source_id, v.row_id, v.line
from visible v
left join newest n on n.issuer = v.issuer and n.row_key = v.row_key
left join unnest(:regions::text[], :zones::text[]) as z (region, zone) on z.region = v.region
where (v.row_id is null or (v.source_id, v.line) = (n.source_id, n.line))
  and (v.completed_at is not null or v.settled_on is not null)
