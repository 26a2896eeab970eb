-- Purpose: every chosen order has exactly one outcome.
-- Grain:   one row per order with no outcome, or more than one.
-- Parameters: none

with keys as (
  select order_no, merchant_id, 1 as evidence, 0 as verdicts from work_evidence
  union all
  select order_no, merchant_id, 0, 1 from work_verdicts
)
select 'outcomes of order ' || order_no as what, '1' as expected, sum(verdicts)::text as actual
from keys
group by order_no, merchant_id
having sum(evidence) <> 1 or sum(verdicts) <> 1
order by what
limit 10
