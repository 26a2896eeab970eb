-- Purpose: lets the next ingest read sources again that may have brought what is withdrawn, but were read before copies were
--          noted.
-- Grain:   one row per source with duplicates from before.
-- Parameters: none

update sources
set reading = ''
where not copies_noted and duplicate > 0 and withdrawn_by is null
