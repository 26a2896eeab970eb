-- Purpose: finds rows that say again what they said before a correction. They are not the rows as they were read then: 100,
--          then 90, then 100 is three statements of one row, and the last one counts.
-- Grain:   one row per staged row with a row_id that is the last of its row in its source, and stored, by its own issuer or with
--          the same values by another, but not as what was read last.
-- Rules:   its digest depends on what it corrects, or on an earlier statement where it corrected the same before and another
--          correction was withdrawn since, so that the same source read again, and rows that were only repeated,
--          are duplicates. The newest of a row is the one that was read last. A file that is read
--          again, by other settings, replaces nothing that was read after its bytes were read first.
-- Parameters: place integer (of the source being kept, in the order of reading)
-- Parts:   staged (stage_statements or stage_bank_rows), stored (statements or bank_rows); of_order (whether p is of the order of s)

insert into stage_restated (line, digest)
with latest as materialized (
  select distinct on (issuer, row_key) issuer, row_key, line, digest::text as digest
  from :staged
  where row_id is not null
  order by issuer, row_key, line desc
),
known as materialized (
  select l.line, l.digest, p.digest::text as stored, md5(l.digest || ' after ' || p.digest)::uuid as restated,
         p.source_id, p.place, coalesce(p.place_line, p.line) as place_line
  from latest l
  join :stored p on p.issuer = l.issuer and p.row_key = l.row_key
  where p.row_id is not null
),
placed as materialized (
  select k.line, k.digest, k.stored, k.restated, k.source_id, coalesce(k.place, q.place, k.source_id) as place, k.place_line
  from known k
  join sources q on q.source_id = k.source_id
),
newest as (
  select distinct on (line) line, digest, stored, place
  from placed
  order by line, place desc, place_line desc, source_id desc
),
unused as (
  select distinct on (p.line) p.line, p.restated
  from placed p
  left join placed o on o.line = p.line and o.stored = p.restated::text
  where o.line is null
  order by p.line, p.place desc, p.place_line desc, p.source_id desc
),
said_by_others as materialized (
  select n.line
  from newest n
  join :staged s on s.line = n.line
  join :stored p on :of_order and p.logged_at = s.logged_at and p.digest = s.digest
  where n.stored <> n.digest and p.issuer <> s.issuer
)
select n.line,
       case
         when exists (select from known k where k.line = n.line and k.restated::text = n.stored) then n.stored::uuid
         else u.restated
       end as digest
from newest n
join unused u on u.line = n.line
where n.stored <> n.digest
  and n.place <= :place::integer
  and (
    exists (select from known k where k.line = n.line and k.stored = n.digest)
    or n.line in (select line from said_by_others)
  )
