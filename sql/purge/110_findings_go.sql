-- Purpose: deletes the findings of the purged orders, except those listed by the version of a date that is kept.
-- Grain:   one row per period of a finding.
-- Parameters: regions text[]; limits date[] (of the regions, in their order); otherwise date (of any other region)

with limits as (
  select region, limit_date from unnest(:regions::text[], :limits::date[]) as l (region, limit_date)
),
remaining as (
  select v.region, min(v.run_id) as run_id
  from versions v
  left join limits l on l.region = v.region
  where v.date >= coalesce(l.limit_date, :otherwise::date)
  group by v.region
),
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
