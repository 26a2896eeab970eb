-- Purpose: until when a source was declared complete, for another name of the same bytes.
-- Grain:   one row, or none where nothing was declared.
-- Parameters: source, other integer (the source with these bytes, and the one for the other name)

insert into coverage_declarations (source_id, complete_until, declared_at, after_run)
select :other::integer, complete_until, declared_at, (select coalesce(max(run_id), 0) from runs)
from coverage_declarations
where source_id = :source::integer
order by declaration_id desc
limit 1
