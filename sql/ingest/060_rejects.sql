-- Purpose: keeps the lines of the source that belong to no order.
-- Grain:   one row per line.
-- Parameters: source integer (the source being kept)

insert into rejects (source_id, line, reason, detail)
select :source::integer, line, reason, detail
from stage_rejects
