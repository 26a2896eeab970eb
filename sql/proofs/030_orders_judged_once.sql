-- Purpose: every order of which a run knew a request has exactly one result, and so one outcome.
-- Grain:   one row per order that has none, or several.
-- Rules:   Covered is what was judged for certain: a pay-in record of a region of which a run published a date, with a
--          request on that date or before, in a source that this run knew, and not after its as-of or that of a run
--          since. An order whose records are of several regions counts once all of them are covered; a
--          response that was logged by itself counts where there is no request. What was read
--          after the newest run waits, and is no fault. Orders that are known by callbacks alone are proven by 040.
-- Parameters: regions, zones text[], dates date[], sources integer[], instants timestamptz[] (of each region: its zone,
--             the last date, source and moment that runs are known to have looked at)

with covered as (
  select region, zone, through, last_source, seen_until
  from unnest(:regions::text[], :zones::text[], :dates::date[], :sources::integer[], :instants::timestamptz[])
    as c (region, zone, through, last_source, seen_until)
),
requests as (
  select p.order_no, p.merchant_id, p.region,
         exists (
           select from covered c
           where c.region = p.region
             and p.source_id <= c.last_source
             and p.requested_at <= c.seen_until
             and (p.requested_at at time zone c.zone)::date <= c.through
         ) as is_covered
  from pay_ins p
  where p.has_request
     or not exists (
       select from pay_ins q
       where q.order_no = p.order_no and q.merchant_id = p.merchant_id and q.has_request
     )
),
sides as (
  select order_no, merchant_id, region, is_covered, 0 as results from requests
  union all
  select order_no, merchant_id, null, null, 1 from order_results where until_run is null
),
judged as (
  select order_no, merchant_id, sum(results) as results,
         coalesce(bool_and(is_covered) or (bool_or(is_covered) and min(region) = max(region)), false) as is_due
  from sides
  group by order_no, merchant_id
)
select 'results of order ' || order_no || ' of merchant ' || merchant_id as what, '1' as expected,
       results::text as actual
from judged
where results > 1 or (results = 0 and is_due)
order by order_no collate "C", merchant_id collate "C"
limit 20
