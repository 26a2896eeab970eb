-- Purpose: the fee of each paid payment row by the tariffs of the settings.
-- Grain:   one row per paid payment row that has a tariff.
-- Rules:   expected_fees.sql says which tariff counts, and what the fee is. The merchant is the order's, else the row's; the method
--          is the row's, else the order's: both are what statement.csv shows. Responses on lines of their own are joined to
--          their requests only where that can change the method.
-- Parts:   owned: rows r with their orders, owner_order_no and owner_merchant_id; null without one. paired_answers,
--          expected_fees: the files of these names. judged_first: the order in which records are judged
-- Parameters: as_of timestamptz; last_source integer; tariff_regions text[] (the regions that have a tariff)

insert into work_fees (order_no, logged_at, digest, expected_fee_minor, differs)
with charged as materialized (
  select r.order_no, r.logged_at, r.digest, r.region, r.payment_method, r.currency, r.gross_minor, r.fee_minor,
         r.stated_at,
         coalesce(r.owner_merchant_id, nullif(r.merchant_id, '')) as merchant_id, r.owner_order_no, r.owner_merchant_id
  from :owned
  where r.type = 'payment'
    and r.status = 'paid'
    and r.gross_minor is not null
    and r.region = any (:tariff_regions::text[])
),
requests as materialized (
  select p.order_no, p.merchant_id, p.digest, p.has_request, p.has_response, p.response_code, p.requested_at,
         p.payment_method, p.source_id
  from (
    select distinct owner_order_no, owner_merchant_id from charged where payment_method is null
  ) o
  join pay_ins p on p.order_no = o.owner_order_no and p.merchant_id = o.owner_merchant_id
  where p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer
),
doubtful as materialized (
  select order_no, merchant_id
  from requests
  group by order_no, merchant_id
  having not bool_and(has_request) and count(distinct coalesce(payment_method, '')) filter (where has_request) > 1
),
:paired_answers,
asked as (
  select distinct on (order_no, merchant_id) order_no, merchant_id, payment_method
  from (
    select r.*, coalesce(s.response_code, r.response_code) is not distinct from '00' as accepted
    from requests r
    left join answers a on a.order_no = r.order_no and a.merchant_id = r.merchant_id and a.request_digest = r.digest
    left join requests s
      on s.order_no = a.order_no and s.merchant_id = a.merchant_id and s.digest = a.response_digest
  ) r
  order by order_no, merchant_id, :judged_first
),
called_back as (
  select distinct on (b.order_no, b.merchant_id) b.order_no, b.merchant_id, b.payment_method
  from charged c
  left join asked a on a.order_no = c.owner_order_no and a.merchant_id = c.owner_merchant_id
  join callbacks b on b.order_no = c.owner_order_no and b.merchant_id = c.owner_merchant_id
  where c.payment_method is null
    and a.order_no is null
    and b.received_at <= :as_of::timestamptz
    and b.source_id <= :last_source::integer
    and b.verified is distinct from false
  order by b.order_no, b.merchant_id, coalesce(b.completed_at, b.received_at), b.digest
),
placed as (
  select c.order_no, c.logged_at, c.digest, c.region, c.stated_at, c.currency, c.gross_minor, c.fee_minor, true as is_charged,
         c.merchant_id as charged_merchant_id,
         coalesce(c.payment_method, a.payment_method, b.payment_method) as charged_method
  from charged c
  left join asked a on a.order_no = c.owner_order_no and a.merchant_id = c.owner_merchant_id
  left join called_back b on b.order_no = c.owner_order_no and b.merchant_id = c.owner_merchant_id
),
:expected_fees
select order_no, logged_at, digest, expected_fee_minor, fee_differs
from expected
where expected_fee_minor is not null
