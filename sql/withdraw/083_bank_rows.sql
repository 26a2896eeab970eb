-- Purpose: deletes the rows of account statements that only withdrawn sources brought.
-- Grain:   one row per row.
-- Parameters: sources integer[] (those withdrawn)

delete from bank_rows
where source_id = any (:sources::integer[])
