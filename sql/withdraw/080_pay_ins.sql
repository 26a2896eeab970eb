-- Purpose: deletes the pay-in records that only withdrawn sources brought.
-- Grain:   one row per record.
-- Parameters: sources integer[] (those withdrawn)

delete from pay_ins
where source_id = any (:sources::integer[])
