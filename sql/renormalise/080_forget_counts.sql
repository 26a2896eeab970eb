-- Purpose: deletes the counts of records, before they are counted again.
-- Grain:   one row per source, region, kind and five minutes.
-- Parameters: sources integer[] (null: all)

delete from record_counts
where :sources::integer[] is null or source_id = any (:sources::integer[])
