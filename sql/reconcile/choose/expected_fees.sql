-- Purpose: the fee of paid rows by the tariffs of the settings.
-- Grain:   one row per row of the CTE placed.
-- Rules:   this file is no statement of its own: it has CTEs of fees.sql and new_rows.sql, the last of them expected.
--          Of the tariffs of the row's region that had begun at its time, one for its merchant goes before one for all, then
--          one for its method, then one for its currency, then the one that began last, then the last one in the settings. The
--          share of the amount is rounded to minor units, as the tariff says; then fixed is added, and the fee is raised to
--          least or lowered to most. No step leaves exact numbers. A row without a tariff, or that is_charged leaves out, has
--          no fee.
-- Units:   _minor, fixed, least, most and tolerance in minor units; percents in hundredths, exact.
-- Parameters: tariff_regions, tariff_methods, tariff_merchants, tariff_currencies text[], tariff_begins timestamptz[],
--             tariff_percents numeric[], tariff_fixed, tariff_least, tariff_most bigint[],
--             tariff_roundings text[], tariff_tolerances bigint[] (one value of each for each tariff; null: any, none)
-- Parts:   fence: keeps the planner from computing an amount again wherever it is named

tariffs as materialized (
  select region, method, merchant_id, currency, begins_at, percent, fixed, minimum, maximum, rounding, tolerance,
         row_number() over (
           order by merchant_id is not null, method is not null, currency is not null, begins_at, position
         ) as precedence
  from unnest(
    :tariff_regions::text[], :tariff_methods::text[], :tariff_merchants::text[], :tariff_currencies::text[],
    :tariff_begins::timestamptz[], :tariff_percents::numeric[], :tariff_fixed::bigint[], :tariff_least::bigint[],
    :tariff_most::bigint[], :tariff_roundings::text[], :tariff_tolerances::bigint[]
  ) with ordinality as t (
    region, method, merchant_id, currency, begins_at, percent, fixed, minimum, maximum, rounding, tolerance, position
  )
),
chosen as (
  select p.*, c.precedence
  from placed p
  cross join lateral (
    select max(t.precedence) as precedence
    from tariffs t
    where p.is_charged
      and t.region = p.region
      and t.begins_at <= p.stated_at
      and (t.method is null or t.method = p.charged_method)
      and (t.merchant_id is null or t.merchant_id = p.charged_merchant_id)
      and (t.currency is null or t.currency = p.currency)
  ) c
),
shared as (
  select c.*, t.fixed, t.minimum, t.maximum, t.rounding, t.tolerance, c.gross_minor * t.percent * 0.01 as share
  from chosen c
  left join tariffs t on t.precedence = c.precedence
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
limited as (
  select r.*, least(greatest(r.minor + r.fixed, r.minimum), r.maximum) as fee
  from rounded r
  :fence
),
expected as (
  select l.*, case when l.fee <= 9223372036854775807 then l.fee::bigint end as expected_fee_minor,
         coalesce(l.fee <= 9223372036854775807 and abs(l.fee_minor - l.fee) > l.tolerance, false) as fee_differs
  from limited l
)
