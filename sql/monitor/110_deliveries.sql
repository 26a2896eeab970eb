-- Purpose: the published versions that wait to be sent.
-- Grain:   one row per delivery that has any.
-- Units:   found_at, of the oldest, as seconds since 1970; failing is how many of them were tried.
-- Parameters: none

select delivery, count(*)::float8 as waiting, (count(*) filter (where attempts > 0))::float8 as failing,
       extract(epoch from min(found_at))::float8 as found_at
from deliveries
where sent_at is null and superseded_at is null
group by delivery
order by delivery
