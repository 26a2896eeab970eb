-- Purpose: the published versions that wait to be sent by a delivery of the settings: nobody sends those of others.
-- Grain:   one row per delivery that has any.
-- Units:   found_at, of the oldest, as seconds since 1970; failing is how many of them were tried.
-- Parameters: deliveries text[] (names of those in the settings)

select delivery, count(*)::float8 as waiting, (count(*) filter (where attempts > 0))::float8 as failing,
       extract(epoch from min(found_at))::float8 as found_at
from deliveries
where sent_at is null and superseded_at is null and delivery = any (:deliveries::text[])
group by delivery
order by delivery
