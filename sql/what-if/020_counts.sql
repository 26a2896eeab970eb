-- Purpose: how many orders of a date two runs in one transaction show with different results.
-- Grain:   one row.
-- Rules:   orders: outcome, findings, money, region or date differ. outcomes: of those, the outcome. other: only other
--          values, such as the deadline.
-- Parameters: date date, before_run integer, after_run integer, regions text[]

with named as (
  select distinct order_no, merchant_id
  from order_results
  where business_date = :date::date and region = any (:regions::text[])
    and (until_run = :after_run::integer or from_run = :after_run::integer)
),
shown_before as (
  select r.*
  from order_results r
  join named n using (order_no, merchant_id)
  where r.from_run <= :before_run::integer and (r.until_run is null or r.until_run > :before_run::integer)
),
shown_after as (
  select r.*
  from order_results r
  join named n using (order_no, merchant_id)
  where r.from_run <= :after_run::integer and (r.until_run is null or r.until_run > :after_run::integer)
),
compared as (
  select b.outcome is distinct from a.outcome as other_outcome,
         (b.business_date, b.region, b.outcome, b.findings, b.requested_minor, b.paid_currency, b.paid_minor)
         is distinct from
         (a.business_date, a.region, a.outcome, a.findings, a.requested_minor, a.paid_currency, a.paid_minor)
           as differs
  from shown_before b
  full join shown_after a using (order_no, merchant_id)
)
select count(*) filter (where differs) as orders,
       count(*) filter (where other_outcome) as outcomes,
       count(*) filter (where not differs) as other
from compared
