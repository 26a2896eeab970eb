-- Purpose: the alarms that have not ended.
-- Grain:   one row per measure and region that has any.
-- Parameters: none

select measure, region, count(*)::float8 as open
from watch_alarms
where ended_at is null
group by measure, region
order by measure, region
