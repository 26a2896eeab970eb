-- Purpose: takes the row_id of rows of a bank for no identity where rows of one source and date share it with other values, or are
--          equal and rows of another date have it too: some banks write the same identifier on all rows, and none of them is a
--          correction of another.
-- Grain:   one row per staged row whose row_id is not its own.
-- Parameters: none

update stage_bank_rows as s
set row_key = replace(s.digest::text, '-', '')
from (
  select row_key
  from stage_bank_rows
  where row_id is not null
  group by row_id, row_key
  having count(distinct digest) > 1
      or count(*) > 1
         and row_id in (
           select row_id from stage_bank_rows where row_id is not null group by row_id having count(distinct row_key) > 1
         )
) r
where r.row_key = s.row_key
