-- Purpose: takes the row_id of rows of a bank for no identity where the source that is staged shows that it is none: a file of
--          the whole month has the rows that files of its parts had taken for corrections of each other.
-- Grain:   one row per row that is staged too, with a row_id that is not its own there.
-- Rules:   once the rows of the source are added. So rows count alike in whatever order files are read. released_by has the sources
--          that show it, in the order of reading; of a query the first reading, which is withdrawn together with the others.
-- Parameters: source integer (the source being kept), own_sources integer[] (earlier readings of the same query; empty for a file)

update bank_rows as p
set row_key = replace(p.digest::text, '-', ''),
    released_by = array_append(p.released_by, :source::integer)
from stage_bank_rows s
where p.logged_at = s.logged_at
  and p.digest = s.digest
  and p.issuer = s.issuer
  and p.row_id is not null
  and s.row_key = replace(s.digest::text, '-', '')
  and (p.released_by && :own_sources::integer[]) is not true
