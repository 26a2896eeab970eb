-- Purpose: numbers the equal rows of a statement or an account statement: the same payment can be listed twice, and both rows
--          count.
-- Grain:   one row per staged row without a row_id of its own that is equal to one before it in its source.
-- Rules:   the digest of the second depends on that it is the second, so that the same rows read again are duplicates.
-- Parameters: none
-- Parts:   staged (stage_statements or stage_bank_rows)

update :staged as s
set digest = md5(n.digest || ' ' || n.occurrence)::uuid,
    row_key = md5(n.digest || ' ' || n.occurrence)
from (
  select line, digest::text as digest, row_number() over (partition by digest order by line) as occurrence
  from :staged
  where row_key = replace(digest::text, '-', '')
) n
where n.line = s.line and n.occurrence > 1
