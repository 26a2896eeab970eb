-- Purpose: when each query source was last read.
-- Grain:   one row per query source.
-- Units:   read_at as seconds since 1970.
-- Parameters: none

select name, extract(epoch from read_at)::float8 as read_at
from source_marks
order by name
