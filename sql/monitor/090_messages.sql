-- Purpose: the messages that wait to be sent to a channel of the settings: nobody sends those of others.
-- Grain:   one row per channel that has any.
-- Units:   written_at, of the oldest, as seconds since 1970; failing is how many of them were tried.
-- Parameters: channels text[] (names of those in the settings)

select channel, count(*)::float8 as waiting, (count(*) filter (where attempts > 0))::float8 as failing,
       extract(epoch from min(written_at))::float8 as written_at
from outbox
where sent_at is null and given_up_at is null and channel = any (:channels::text[])
group by channel
order by channel
