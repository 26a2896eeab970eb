-- Purpose: from when on a run has to look for gaps, because earlier runs did not know the records.
-- Grain:   one row per region with new records.
-- Units:   from_at as an instant: is the last record before the new ones, of the kind of which that was earliest, or the
--          first new one.
-- Parameters: known_source, last_source integer

with news as (
  select region, min(slot_at) as slot_at
  from record_counts
  where source_id > :known_source::integer
    and source_id <= :last_source::integer
  group by region
),
kinds as (
  select region, slot_at, kind
  from news
  cross join (values ('pay-in'), ('callback'), ('statement')) as k (kind)
),
before as (
  select k.region, k.slot_at,
         (select max(c.slot_at) from record_counts c
          where c.region = k.region and c.kind = k.kind and c.slot_at < k.slot_at) as before_at
  from kinds k
)
select region, least(min(before_at), min(slot_at)) as from_at
from before
group by region
order by region
