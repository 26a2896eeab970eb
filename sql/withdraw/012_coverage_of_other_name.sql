-- Purpose: the coverage of a source, for another name of the same bytes.
-- Grain:   one row per kind of record and region.
-- Parameters: source, other integer (the source with these bytes, and the one for the other name)

insert into source_coverage (source_id, kind, region, newest_at, after_run)
select :other::integer, kind, region, newest_at, (select coalesce(max(run_id), 0) from runs)
from source_coverage
where source_id = :source::integer
  and after_run = (select max(after_run) from source_coverage where source_id = :source::integer)
