-- Purpose: of several statements of one row, the one that was read last counts, also where another source was withdrawn, or its own
--          was read again.
-- Grain:   sources, source_names: place is the number of the source that was read in its place in the order of reading, where that is
--          not its own: the bytes of another name came by that name when it was read.
--          statements, bank_rows: place and place_line are where a row was said last, of those sources that were not withdrawn;
--          null: where it was read first.
--          bank_rows: released_by has the sources that show that the row_id of a row names several rows; of rows from before, the
--          row's own.

alter table sources add column place integer;

update sources s
set place = f.place
from (
  select sha256, bytes, min(source_id) as place
  from sources
  where withdrawn_by is null and left(name, 6) <> 'query:'
  group by sha256, bytes
  having count(*) > 1
) f
where s.sha256 = f.sha256
  and s.bytes = f.bytes
  and s.source_id <> f.place
  and s.withdrawn_by is null
  and left(s.name, 6) <> 'query:';

alter table source_names add column place integer;

alter table statements add column place integer, add column place_line bigint;

alter table bank_rows add column place integer, add column place_line bigint;

alter table bank_rows add column released_by integer[];

update bank_rows
set released_by = array[source_id]
where row_id is not null and row_key = replace(digest::text, '-', '');

with brought as materialized (
  select logged_at, digest, source_id from record_copies where order_no = '' and kind = 'bank' and withdrawn_by is null
),
others as materialized (
  select logged_at, digest, array_agg(source_id order by source_id) as sources from brought group by logged_at, digest
)
update bank_rows as p
set released_by = p.released_by || array_remove(o.sources, p.source_id)
from others o
where p.released_by is not null and p.logged_at = o.logged_at and p.digest = o.digest;
