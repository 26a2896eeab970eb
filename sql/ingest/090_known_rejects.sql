-- Purpose: takes out of the staged rejections those of rows that were rejected, and told, before.
-- Grain:   one row per such row of the query.
-- Parameters: name text (the source)

delete from stage_rejects as s
using stage_rejected_rows r
join known_rejects k on k.digest = r.digest and k.name = :name::text
where s.line = r.line
