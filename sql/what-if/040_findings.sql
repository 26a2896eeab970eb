-- Purpose: the findings of a date's orders that begin or end between two runs in one transaction.
-- Grain:   one row per code of which findings begin or end.
-- Parameters: date date, before_run integer, after_run integer, regions text[]

with changed as (
  select order_no, merchant_id, string_to_array(findings, ' ') as codes,
         from_run <= :before_run::integer and (until_run is null or until_run > :before_run::integer) as before,
         from_run <= :after_run::integer and (until_run is null or until_run > :after_run::integer) as after
  from order_results
  where business_date = :date::date and region = any (:regions::text[])
    and (until_run = :after_run::integer or from_run = :after_run::integer)
),
held as (
  select order_no, merchant_id, code, bool_or(before) as before, bool_or(after) as after
  from changed
  cross join lateral unnest(codes) as code
  where (before or after) and code <> ''
  group by order_no, merchant_id, code
)
select code, count(*) filter (where after and not before) as begun,
       count(*) filter (where before and not after) as ended
from held
where before <> after
group by code
order by code collate "C"
