-- Purpose: from when on a run has to look for gaps, because the run before it did not know the records, or knew statements that
--          were read after this as-of.
-- Grain:   one row per region with such records.
-- Rules:   rows of statements that only have a date end no silence before them.
-- Units:   from_at as an instant: is the last known record before these, of the kind of which that was earliest, or the
--          first new one.
-- Parameters: known_source, last_source integer; unread, changed integer[] (the sources whose statements this run does not know
--             yet, and those of which it does where the run before it did not, or the other way round); regions, zones text[]
--             (the zone of each region)

with zones as (
  select region, zone from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
news as (
  select region, min(slot_at) as slot_at
  from (
    select region, slot_at
    from record_counts
    where source_id > :known_source::integer
      and source_id <= :last_source::integer
    union all
    select region, slot_at from record_counts where source_id = any (:changed::integer[]) and kind = 'statement'
  ) c
  group by region
),
kinds as (
  select n.region, z.zone, n.slot_at, k.kind
  from news n
  join zones z on z.region = n.region
  cross join (values ('pay-in'), ('callback'), ('statement')) as k (kind)
),
before as (
  select k.region, k.slot_at,
         (select max(c.slot_at) from record_counts c
          where c.region = k.region and c.kind = k.kind and c.slot_at < k.slot_at
            and (c.kind <> 'statement'
              or c.source_id <> all (:unread::integer[])
                and (c.first_at <> c.last_at
                  or c.first_at <> (c.first_at at time zone k.zone)::date::timestamp at time zone k.zone))) as before_at
  from kinds k
)
select region, least(min(before_at), min(slot_at)) as from_at
from before
group by region
order by region
