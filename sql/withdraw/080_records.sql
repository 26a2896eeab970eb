-- Purpose: deletes the records of a kind that only withdrawn sources brought.
-- Grain:   one row per record.
-- Parameters: sources integer[] (those withdrawn)
-- Parts:   records (the table)

delete from :records
where source_id = any (:sources::integer[])
