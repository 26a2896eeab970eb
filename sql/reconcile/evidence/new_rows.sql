-- Purpose: the rows of statements that belong to new orders, in the lane of their order: nearly all of a night.
-- Grain:   one row per row of a statement.
-- Rules:   choose/statement_rows.sql says which they are, and has the others; apart_numbers.sql has the numbers of orders with
--          any other row. Each row that is left fits the response of one order, with one request.
--          is_only: no other new row has its number, also none that does not count yet.
--          stated_at is the row's time, or the beginning of the date on which it was settled.
-- Parts:   expected_fees: choose/expected_fees.sql; plainly_means: as in choose/plain_owners.sql
-- Parameters: as_of timestamptz; known_source, last_source integer; from_order, to_order text; regions, zones text[]

insert into work_new_rows (
  order_no, logged_at, digest, owner_order_no, owner_merchant_id, merchant_id, region, type, status, trade_no,
  sub_merchant_id, payment_method, currency, gross_minor, fee_minor, net_minor, stated_at, completed_at, settled_on,
  payout_id, source_id, row_id, line, is_only, expected_fee_minor, fee_differs
)
with known as materialized (
  select source_id from sources where source_id <= :last_source::integer and read_at <= :as_of::timestamptz
),
placed as (
  select s.order_no, s.logged_at, s.digest, p.order_no as owner_order_no, p.merchant_id as owner_merchant_id,
         s.merchant_id, s.region, s.type, s.status, s.trade_no, s.sub_merchant_id, s.payment_method, s.currency,
         s.gross_minor, s.fee_minor, s.net_minor,
         coalesce(s.completed_at, s.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')) as stated_at,
         s.completed_at, s.settled_on, s.payout_id, s.source_id, s.row_id, s.line, s.is_only,
         s.type = 'payment' and s.status = 'paid' and s.gross_minor is not null as is_charged,
         p.merchant_id as charged_merchant_id, coalesce(s.payment_method, p.payment_method) as charged_method
  from (
    select *, count(*) over (partition by order_no) = 1 as is_only
    from statements
    where source_id > :known_source::integer
      and (:from_order::text is null or order_no >= :from_order::text)
      and (:to_order::text is null or order_no < :to_order::text)
  ) s
  join known k on k.source_id = s.source_id
  join pay_ins p on p.order_no = s.order_no and :plainly_means
  left join work_apart a on a.order_no = s.order_no
  left join unnest(:regions::text[], :zones::text[]) as z (region, zone) on z.region = s.region
  where (s.completed_at is not null or s.settled_on is not null)
    and p.source_id > :known_source::integer
    and p.source_id <= :last_source::integer
    and p.requested_at <= :as_of::timestamptz
    and (:from_order::text is null or p.order_no >= :from_order::text)
    and (:to_order::text is null or p.order_no < :to_order::text)
    and a.order_no is null
),
:expected_fees
select order_no, logged_at, digest, owner_order_no, owner_merchant_id, merchant_id, region, type, status, trade_no,
       sub_merchant_id, payment_method, currency, gross_minor, fee_minor, net_minor, stated_at, completed_at,
       settled_on, payout_id, source_id, row_id, line, is_only, expected_fee_minor, fee_differs
from expected
