-- Purpose: the fee of each paid payment row by the tariffs of the settings.
-- Grain:   one row per paid payment row that has a tariff.
-- Rules:   of the tariffs of the row's region that had begun at its time, one for its merchant goes before one for all, then
--          one for its method, then the one that began last, then the one that stands last. Both are what statement.csv shows:
--          the merchant is its order's, else the row's; the method is the row's, else its order's. The share of the amount is
--          rounded to minor units, as the tariff says; then fixed is added, and the fee is raised to least or lowered to most.
--          No step leaves exact numbers.
-- Units:   _minor, fixed, least, most and tolerance in minor units; percents in hundredths, exact.
-- Parts:   owned: rows r with their orders, owner_order_no and owner_merchant_id; null without one. fence: keeps the planner from
--          computing an amount again wherever it is named
-- Parameters: as_of timestamptz; last_source integer; tariff_regions, tariff_methods, tariff_merchants text[],
--             tariff_begins timestamptz[], tariff_percents numeric[], tariff_fixed, tariff_least, tariff_most bigint[],
--             tariff_roundings text[], tariff_tolerances bigint[] (one value of each for each tariff; null: any, none)

insert into work_fees (order_no, logged_at, digest, expected_fee_minor, differs)
with tariffs as materialized (
  select region, method, merchant_id, begins_at, percent, fixed, minimum, maximum, rounding, tolerance,
         row_number() over (
           order by merchant_id is not null, method is not null, begins_at, position
         ) as precedence
  from unnest(
    :tariff_regions::text[], :tariff_methods::text[], :tariff_merchants::text[], :tariff_begins::timestamptz[],
    :tariff_percents::numeric[], :tariff_fixed::bigint[], :tariff_least::bigint[], :tariff_most::bigint[],
    :tariff_roundings::text[], :tariff_tolerances::bigint[]
  ) with ordinality as t (
    region, method, merchant_id, begins_at, percent, fixed, minimum, maximum, rounding, tolerance, position
  )
),
charged as materialized (
  select r.order_no, r.logged_at, r.digest, r.region, r.payment_method, r.gross_minor, r.fee_minor, r.stated_at,
         coalesce(r.owner_merchant_id, nullif(r.merchant_id, '')) as merchant_id, r.owner_order_no, r.owner_merchant_id
  from :owned
  where r.type = 'payment'
    and r.status = 'paid'
    and r.gross_minor is not null
    and r.region in (select region from tariffs)
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
  select c.*, coalesce(c.payment_method, a.payment_method, b.payment_method) as method
  from charged c
  left join asked a on a.order_no = c.order_no and a.logged_at = c.logged_at and a.digest = c.digest
  left join called_back b on b.order_no = c.order_no and b.logged_at = c.logged_at and b.digest = c.digest
),
chosen as (
  select p.order_no, p.logged_at, p.digest, p.fee_minor, p.gross_minor, t.precedence
  from placed p
  cross join lateral (
    select max(t.precedence) as precedence
    from tariffs t
    where t.region = p.region
      and t.begins_at <= p.stated_at
      and (t.method is null or t.method = p.method)
      and (t.merchant_id is null or t.merchant_id = p.merchant_id)
  ) t
),
shared as (
  select c.order_no, c.logged_at, c.digest, c.fee_minor, t.fixed, t.minimum, t.maximum, t.rounding, t.tolerance,
         c.gross_minor * t.percent * 0.01 as share
  from chosen c
  join tariffs t on t.precedence = c.precedence
  :fence
),
parted as (
  select s.*, floor(s.share) as whole
  from shared s
  :fence
),
rounded as (
  select s.*,
         s.whole + case
           when s.rounding = 'down' then 0
           when s.rounding = 'up' then case when s.share > s.whole then 1 else 0 end
           when s.share - s.whole > 0.5 then 1
           when s.share - s.whole < 0.5 then 0
           when s.rounding = 'half-even' then s.whole % 2
           else 1
         end as minor
  from parted s
  :fence
),
expected as (
  select order_no, logged_at, digest, fee_minor, tolerance,
         least(greatest(minor + fixed, minimum), maximum) as expected_fee_minor
  from rounded
  :fence
)
select order_no, logged_at, digest, expected_fee_minor::bigint,
       coalesce(abs(fee_minor - expected_fee_minor) > tolerance, false)
from expected
where expected_fee_minor <= 9223372036854775807
