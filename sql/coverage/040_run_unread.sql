-- Purpose: the sources that could not be read whole when a run was begun, kept with it.
-- Grain:   one row per source and kind of fault.
-- Rules:   only sources that the settings still name.
-- Parameters: run integer; sources text[]

insert into run_unread_sources (run_id, source, code, files, example, found)
select :run::integer, source, code, files, example, found
from unread_sources
where source = any (:sources::text[])
