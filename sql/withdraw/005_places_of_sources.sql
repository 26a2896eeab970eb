-- Purpose: gives sources with the bytes of withdrawn ones their places in the order of reading: where what is left of these bytes was
--          read first, under whatever name.
-- Grain:   one row per source that stays.
-- Parameters: sources integer[] (those withdrawn); name text (theirs)

with gone as materialized (
  select source_id, sha256, bytes, coalesce(place, source_id) as place
  from sources
  where source_id = any (:sources::integer[])
),
staying as materialized (
  select s.source_id, s.sha256, s.bytes,
         coalesce(max(s.place) filter (where s.place <> g.place), s.source_id) as place
  from gone g
  join sources s on s.sha256 = g.sha256 and s.bytes = g.bytes
  where s.withdrawn_by is null and s.source_id <> all (:sources::integer[]) and left(s.name, 6) <> 'query:'
  group by s.source_id, s.sha256, s.bytes
),
named as materialized (
  select g.sha256, g.bytes, n.place
  from gone g
  join source_names n on n.source_id = g.source_id
  where n.place is not null and n.name <> :name::text
),
first as (
  select sha256, bytes, min(place) as place
  from (
    select sha256, bytes, place from staying
    union all
    select sha256, bytes, place from named
  ) c
  group by sha256, bytes
)
update sources as s
set place = f.place
from staying t
join first f on f.sha256 = t.sha256 and f.bytes = t.bytes
where s.source_id = t.source_id
