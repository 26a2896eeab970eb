-- Purpose: the first record of a region that a run knows, also where 050_record_counts.sql begins later.
-- Grain:   one row per kind that has any.
-- Rules:   as in 050_record_counts.sql, of which it is the first slot of each kind.
-- Units:   first in whole seconds since 1970.
-- Parameters: region, zone text; last_source integer; unread integer[] (the sources whose statements it does not know yet)

select k.kind, floor(extract(epoch from s.first_at))::double precision as first
from (values ('pay-in'), ('callback'), ('statement')) as k (kind)
cross join lateral (
  select min(c.first_at) as first_at
  from record_counts c
  join sources q on q.source_id = c.source_id
  where c.region = :region::text
    and c.kind = k.kind
    and c.source_id <= :last_source::integer
    and (c.kind <> 'statement' or c.source_id <> all (:unread::integer[]))
    and c.slot_at >= q.read_at - interval '10 years'
  group by c.kind, c.slot_at
  having c.kind <> 'statement'
      or min(c.first_at) <> max(c.last_at)
      or min(c.first_at) <> (min(c.first_at) at time zone :zone::text)::date::timestamp at time zone :zone::text
  order by c.slot_at
  limit 1
) s
