-- Purpose: the messages that are not delivered yet and will be tried again.
-- Grain:   one row per channel that has any.
-- Units:   written_at, of the oldest, as seconds since 1970; failing is how many of them were tried.
-- Parameters: none

select channel, count(*)::float8 as waiting, (count(*) filter (where attempts > 0))::float8 as failing,
       extract(epoch from min(written_at))::float8 as written_at
from outbox
where sent_at is null and given_up_at is null
group by channel
order by channel
