-- Purpose: every order whose request was known to a run has exactly one result, and so one outcome.
-- Grain:   one row per order that has none, or several.
-- Rules:   A pay-in record is known if runs judged its region, if the newest of them knew its source, and if it is not
--          later than that run's as-of (looks). An order with records of several regions counts once all of them are
--          known; a response that was logged separately counts where there is no request. Records read after that run
--          are not a fault. Orders known by callbacks alone are proven by 040 and 090.
-- Parameters: none

with looked as materialized (
  select region, last_source_id, as_of from judgings
),
requests as (
  select p.order_no, p.merchant_id, p.region, p.source_id, p.requested_at
  from pay_ins p
  where p.has_request
     or not exists (
       select from pay_ins q
       where q.order_no = p.order_no and q.merchant_id = p.merchant_id and q.has_request
     )
),
sides as (
  select r.order_no, r.merchant_id, r.region,
         (r.source_id <= l.last_source_id and r.requested_at <= l.as_of) is true as is_known, 0 as results
  from requests r
  left join looked l on l.region = r.region
  union all
  select order_no, merchant_id, null, null, 1 from order_results where until_run is null
),
judged as (
  select order_no, merchant_id, sum(results) as results,
         coalesce(bool_and(is_known) or (bool_or(is_known) and min(region) = max(region)), false) as is_due
  from sides
  group by order_no, merchant_id
)
select 'results of order ' || order_no || ' of merchant ' || merchant_id as what, '1' as expected,
       results::text as actual
from judged
where results > 1 or (results = 0 and is_due)
order by order_no collate "C", merchant_id collate "C"
limit 20
