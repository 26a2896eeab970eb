-- Purpose: how many staged rows of a statement or a bank have no row_id, so that they are known by their values alone.
-- Grain:   one row. line is the first of them; null without any.
-- Parameters: none

select count(*)::integer as rows, min(line)::text as line
from (
  select line from stage_statements where row_id is null
  union all
  select line from stage_bank_rows where row_id is null
) s
