-- Purpose: gives the staged rows that say again what their row said before a correction a digest of their own.
-- Grain:   one row per row of stage_restated. A cluster cannot compute these digests while it changes the staged rows.
-- Parameters: none
-- Parts:   staged (stage_statements or stage_bank_rows)

with restated as (
  delete from stage_restated
  returning line, digest
)
update :staged as s
set digest = r.digest
from restated r
where r.line = s.line
