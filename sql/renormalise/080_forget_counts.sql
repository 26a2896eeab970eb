-- Purpose: deletes the counts of records, before they are counted again.
-- Grain:   one row per source, region, kind and five minutes.
-- Parameters: none

delete from record_counts
