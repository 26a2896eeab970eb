-- Purpose: removes the rows of a query that were rejected and reported before from the staged rejections.
-- Grain:   one row per such row of the query.
-- Parameters: name text (the source)

delete from stage_rejects as s
using stage_rejected_rows r
join known_rejects k on k.digest = r.digest and k.name = :name::text
where s.line = r.line
