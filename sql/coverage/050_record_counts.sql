-- Purpose: how many records of a region a run knows, and when they were.
-- Grain:   one row per kind and five minutes that has any, in the order of time.
-- Units:   at, first, last in whole seconds since 1970: as instants, reading them took most of the time.
-- Rules:   is_one_time is whether all records of the slot have the same time.
-- Parameters: region text; last_source integer; unread integer[] (the sources whose statements it does not know yet);
--             from_at timestamptz (slots from then on; null: all)

with slots as (
  select kind, slot_at, sum(records) as records, min(first_at) as first_at, max(last_at) as last_at
  from record_counts
  where region = :region::text
    and source_id <= :last_source::integer
    and (kind <> 'statement' or source_id <> all (:unread::integer[]))
    and (:from_at::timestamptz is null or slot_at >= :from_at::timestamptz)
  group by kind, slot_at
)
select kind, extract(epoch from slot_at)::double precision as at, records::integer as records,
       floor(extract(epoch from first_at))::double precision as first,
       floor(extract(epoch from last_at))::double precision as last,
       first_at = last_at as is_one_time
from slots
order by kind, slot_at
