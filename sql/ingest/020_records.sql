-- Purpose: adds the staged records of a table that are not stored yet.
-- Grain:   one row per distinct record; of equal ones in a source the first line's, of rows with the same row_id too.
-- Parameters: source integer (the source being kept)
-- Parts:   staged, stored (the tables); columns (of a record); key (the columns that tell records apart); condition (whether a
--          record s is not stored), conflict (what becomes of one that is, where that is not known)

insert into :stored (:columns, source_id, line)
select distinct on (:key) :columns, :source::integer, line
from :staged s
where :condition
order by :key, line
:conflict
