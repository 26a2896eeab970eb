-- Purpose: deletes the findings of the purged orders, except those listed by the version of a date that is kept.
-- Grain:   one row per period of a finding.
-- Parameters: none
-- Parts:   limits (005_limits.sql); remaining (006_remaining.sql)

with :limits,
:remaining,
gone as (
  select f.order_no, f.merchant_id, f.code, f.from_run
  from work_purged_keys k
  join finding_rows f on f.order_no = k.order_no and f.merchant_id = k.merchant_id
  left join remaining m on m.region = f.region
  where m.run_id is null or f.until_run <= m.run_id
)
delete from finding_rows as f
using gone g
where f.order_no = g.order_no and f.merchant_id = g.merchant_id and f.code = g.code and f.from_run = g.from_run
