-- Purpose: the newest record of each kind and region.
-- Grain:   one row per kind and region that has records.
-- Rules:   the newest run has kept how far its sources were complete; only sources that were read after it are
--          searched.
-- Units:   newest_at as seconds since 1970.
-- Parameters: none

with run as (
  select run_id, last_source_id from runs order by run_id desc limit 1
),
reaches as (
  select region, 'pay-in' as kind, pay_ins_at as newest_at from run_coverage where run_id = (select run_id from run)
  union all
  select region, 'callback', callbacks_at from run_coverage where run_id = (select run_id from run)
  union all
  select region, kind, newest_at
  from source_coverage
  where source_id > coalesce((select last_source_id from run), 0)
    and source_id not in (select source_id from sources where withdrawn_by is not null)
)
select region, kind, extract(epoch from max(newest_at))::float8 as newest_at
from reaches
where newest_at is not null
group by region, kind
order by region collate "C", kind collate "C"
