-- Purpose: how many records of a region a run knows, and when they were.
-- Grain:   one row per kind and five minutes that has any, in the order of time.
-- Rules:   what is more than ten years older than its source has a wrong time: one record of the year 1 would make a gap of
--          centuries. Rows of statements that only have a date are counted at its begin, and tell nothing of its hours: where
--          five minutes have no others, they are left out.
-- Units:   at, first, last in whole seconds since 1970: as instants, reading them took most of the time.
-- Parameters: region, zone text; last_source integer; unread integer[] (the sources whose statements it does not know yet);
--             from_at timestamptz (slots from then on; -infinity: all)

with slots as (
  select c.kind, c.slot_at, sum(c.records) as records, min(c.first_at) as first_at, max(c.last_at) as last_at
  from record_counts c
  join sources q on q.source_id = c.source_id
  where c.region = :region::text
    and c.source_id <= :last_source::integer
    and (c.kind <> 'statement' or c.source_id <> all (:unread::integer[]))
    and c.slot_at >= :from_at::timestamptz
    and c.slot_at >= q.read_at - interval '10 years'
  group by c.kind, c.slot_at
)
select kind, extract(epoch from slot_at)::double precision as at, records::integer as records,
       floor(extract(epoch from first_at))::double precision as first,
       floor(extract(epoch from last_at))::double precision as last
from slots
where kind <> 'statement'
   or first_at <> last_at
   or first_at <> (first_at at time zone :zone::text)::date::timestamp at time zone :zone::text
order by kind, slot_at
