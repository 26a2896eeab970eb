-- Purpose: totals of everything that was ever read.
-- Grain:   one row.
-- Units:   counts of files, or of stretches of a query; of their records; of stored bytes.
-- Parameters: none

select count(*)::float8 as sources, coalesce(sum(bytes), 0)::float8 as bytes,
       coalesce(sum(accepted), 0)::float8 as accepted, coalesce(sum(duplicate), 0)::float8 as duplicate,
       coalesce(sum(rejected), 0)::float8 as rejected
from sources
