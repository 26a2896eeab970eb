-- Purpose: what this run says the findings should be.
-- Grain:   one row per order and finding.
-- Rules:   a finding is first seen at the as-of of the run since which it has held without a break, and never after this
--          run's own as-of: a date can be judged as of an earlier moment than another date was.
-- Parameters: run integer; as_of timestamptz; restores integer (the run whose changes this one takes back; usually null);
--             those of order_evidence.sql
-- Parts:   target: as in order_results.sql. evidence: order_evidence.sql, and stated_evidence.sql where the
--          run knows statements. judged: its last CTE. expected, actual, reason: expressions from
--          src/reconcile/rules/rule-layers.ts.

insert into :target (
  order_no, merchant_id, code, from_run, business_date, region, sub_merchant_id, trade_no, expected, actual,
  reason, first_seen_at
)
with :evidence,
found as (
  select e.*, w.outcome, w.stuck_reason, f.code
  from :judged e
  join work_verdicts w on w.order_no = e.order_no and w.merchant_id = e.merchant_id
  cross join lateral unnest(string_to_array(w.findings, ' ')) f (code)
  where w.findings <> ''
),
seen as (
  select r.order_no, r.merchant_id, r.code, min(r.first_seen_at) as first_seen_at
  from work_known k
  join finding_rows r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
  where r.from_run < :run::integer and (r.until_run is null or r.until_run = :restores::integer)
  group by r.order_no, r.merchant_id, r.code
)
select e.order_no, e.merchant_id, e.code, :run::integer, e.business_date, e.region, e.sub_merchant_id, e.trade_no,
       :expected, :actual, :reason, least(s.first_seen_at, :as_of::timestamptz)
from found e
left join seen s on s.order_no = e.order_no and s.merchant_id = e.merchant_id and s.code = e.code
