-- Purpose: what this run says the findings should be.
-- Grain:   one row per order and finding.
-- Rules:   a finding is first seen at the as-of of the run since which it has held without a break, and never after this
--          run's own as-of: a date can be judged as of an earlier moment than another date was.
-- Parameters: run integer; as_of timestamptz; restores integer (the run whose changes this one takes back; usually null)

insert into work_finding_results (
  order_no, merchant_id, code, from_run, business_date, region, sub_merchant_id, trade_no, expected, actual,
  reason, first_seen_at
)
with seen as (
  select f.order_no, f.merchant_id, f.code, min(r.first_seen_at) as first_seen_at
  from work_findings f
  join finding_results r on r.order_no = f.order_no and r.merchant_id = f.merchant_id and r.code = f.code
  where r.until_run is null or r.until_run = :restores::integer
  group by f.order_no, f.merchant_id, f.code
)
select f.order_no, f.merchant_id, f.code, :run::integer, e.business_date, e.region, e.sub_merchant_id,
       e.trade_no, f.expected, f.actual, f.reason, least(s.first_seen_at, :as_of::timestamptz)
from work_findings f
join work_evidence e on e.order_no = f.order_no and e.merchant_id = f.merchant_id
left join seen s on s.order_no = f.order_no and s.merchant_id = f.merchant_id and s.code = f.code
