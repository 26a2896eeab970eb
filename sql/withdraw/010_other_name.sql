-- Purpose: a source of its own for another name under which the same bytes came: all of its records are duplicates.
-- Grain:   one row, the new source's number.
-- Rules:   where the withdrawn name was read several times, its earlier reads may have had some of the records first, so that the
--          other name is read again.
--          It counts from when it came under this name, or from when its bytes were read first by what stays.
-- Parameters: source integer (the source with these bytes); name text (the other name); read_at timestamptz (when it came under
--             it; null where that is not known); place integer (its place in the order of reading; null: that of the source);
--             sources integer[] (those withdrawn)

insert into sources (
  name, forced_kind, sha256, bytes, read_at, records, accepted, duplicate, rejected, reading, normalised_by,
  purged_rejected, reading_rules, place
)
select :name::text, forced_kind, sha256, bytes, coalesce(:read_at::timestamptz, read_at), records, 0, accepted + duplicate, rejected,
       case when duplicate > 0 and exists (
         select from sources e where e.name = s.name and e.source_id <> s.source_id and e.withdrawn_by is null
       ) then '' else reading end,
       normalised_by, purged_rejected, reading_rules, least(
         coalesce(:place::integer, place, source_id),
         (
           select min(coalesce(e.place, e.source_id))
           from sources e
           where e.sha256 = s.sha256
             and e.bytes = s.bytes
             and e.withdrawn_by is null
             and left(e.name, 6) <> 'query:'
             and e.source_id <> all (:sources::integer[])
         )
       )
from sources s
where source_id = :source::integer
returning source_id
