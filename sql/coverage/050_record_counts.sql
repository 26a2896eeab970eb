-- Purpose: how many records of a region a run knows, and when they were.
-- Grain:   one row per kind and five minutes that has any, in the order of time.
-- Units:   slot_at, first_at, last_at as instants.
-- Parameters: region text; last_source integer; unread integer[] (the sources whose statements it does not know yet);
--             from_at timestamptz (slots from then on; null: all)

select kind, slot_at, sum(records)::integer as records,
       min(first_at) as first_at,
       max(last_at) as last_at
from record_counts
where region = :region::text
  and source_id <= :last_source::integer
  and (kind <> 'statement' or source_id <> all (:unread::integer[]))
  and (:from_at::timestamptz is null or slot_at >= :from_at::timestamptz)
group by kind, slot_at
order by kind, slot_at
