-- Purpose: takes the row_id of stored rows of a bank for no identity where the source that is staged shows that it is none: a file of
--          the whole month has the rows that files of its parts had taken for corrections of each other.
-- Grain:   one row per stored row that is staged too, with a row_id that is not its own there.
-- Rules:   after 012, before the digests of equal rows are changed. So rows count alike in whatever order files are read.
-- Parameters: none

update bank_rows as p
set row_key = replace(p.digest::text, '-', '')
from stage_bank_rows s
where p.logged_at = s.logged_at
  and p.digest = s.digest
  and p.issuer = s.issuer
  and p.row_key = s.row_id || ' ' || s.booked_on::text
  and s.row_key = replace(s.digest::text, '-', '')
