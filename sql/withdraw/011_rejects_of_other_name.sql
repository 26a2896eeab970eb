-- Purpose: the rejected lines of a source, for another name of the same bytes.
-- Grain:   one row per line.
-- Parameters: source, other integer (the source with these bytes, and the one for the other name)

insert into rejects (source_id, line, reason, detail)
select :other::integer, line, reason, detail
from rejects
where source_id = :source::integer
