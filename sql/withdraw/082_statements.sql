-- Purpose: deletes the rows of statements that only withdrawn sources brought.
-- Grain:   one row per row.
-- Parameters: sources integer[] (those withdrawn)

delete from statements
where source_id = any (:sources::integer[])
