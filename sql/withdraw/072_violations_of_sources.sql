-- Purpose: deletes violations that only withdrawn sources showed.
-- Grain:   one row per violation of a record that stays.
-- Parameters: sources integer[] (those withdrawn)

delete from violations
where source_id = any (:sources::integer[])
