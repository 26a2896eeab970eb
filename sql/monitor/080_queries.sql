-- Purpose: when the sources that are queries were last read.
-- Grain:   one row per source that is a query.
-- Units:   read_at as seconds since 1970.
-- Parameters: none

select name, extract(epoch from read_at)::float8 as read_at
from source_marks
order by name
