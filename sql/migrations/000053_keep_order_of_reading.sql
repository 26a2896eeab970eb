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
