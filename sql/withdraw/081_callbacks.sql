-- Purpose: deletes the callbacks that only withdrawn sources brought.
-- Grain:   one row per record.
-- Parameters: sources integer[] (those withdrawn)

delete from callbacks
where source_id = any (:sources::integer[])
