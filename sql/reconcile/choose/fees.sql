-- Purpose: the fee of each paid payment row by the tariffs of the settings.
-- Grain:   one row per paid payment row that has a tariff.
-- Rules:   expected_fees.sql says which tariff counts, and what the fee is. The merchant is the order's, else the row's; the method
--          is the row's, else the order's: both are what statement.csv shows.
-- Parts:   owned: rows r with their orders, owner_order_no and owner_merchant_id; null without one. expected: expected_fees.sql
-- Parameters: as_of timestamptz; last_source integer; tariff_regions text[] (the regions that have a tariff)

insert into work_fees (order_no, logged_at, digest, expected_fee_minor, differs)
with charged as materialized (
  select r.order_no, r.logged_at, r.digest, r.region, r.payment_method, r.gross_minor, r.fee_minor, r.stated_at,
         coalesce(r.owner_merchant_id, nullif(r.merchant_id, '')) as merchant_id, r.owner_order_no, r.owner_merchant_id
  from :owned
  where r.type = 'payment'
    and r.status = 'paid'
    and r.gross_minor is not null
    and r.region = any (:tariff_regions::text[])
),
asked as (
  select distinct on (c.order_no, c.logged_at, c.digest) c.order_no, c.logged_at, c.digest, p.payment_method
  from charged c
  join pay_ins p on p.order_no = c.owner_order_no and p.merchant_id = c.owner_merchant_id
  where c.payment_method is null and p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
  order by c.order_no, c.logged_at, c.digest, p.has_request desc, p.response_code is not distinct from '00' desc,
           p.requested_at, p.digest
),
called_back as (
  select distinct on (c.order_no, c.logged_at, c.digest) c.order_no, c.logged_at, c.digest, b.payment_method
  from charged c
  left join asked a on a.order_no = c.order_no and a.logged_at = c.logged_at and a.digest = c.digest
  join callbacks b on b.order_no = c.owner_order_no and b.merchant_id = c.owner_merchant_id
  where c.payment_method is null
    and a.order_no is null
    and b.received_at <= :as_of::timestamptz
    and b.source_id <= :last_source::integer
    and b.verified is distinct from false
  order by c.order_no, c.logged_at, c.digest, coalesce(b.completed_at, b.received_at), b.digest
),
placed as (
  select c.order_no, c.logged_at, c.digest, c.region, c.stated_at, c.gross_minor, c.fee_minor, true as is_charged,
         c.merchant_id as charged_merchant_id,
         coalesce(c.payment_method, a.payment_method, b.payment_method) as charged_method
  from charged c
  left join asked a on a.order_no = c.order_no and a.logged_at = c.logged_at and a.digest = c.digest
  left join called_back b on b.order_no = c.order_no and b.logged_at = c.logged_at and b.digest = c.digest
),
:expected
select order_no, logged_at, digest, expected_fee_minor, fee_differs
from expected
where expected_fee_minor is not null
