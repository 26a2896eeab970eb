-- Purpose: keeps with a run the sources that could not be read completely when it began.
-- Grain:   one row per source and kind of fault.
-- Rules:   only sources that are still in the settings.
-- Parameters: run integer; sources text[]

insert into run_unread_sources (run_id, source, code, files, example, found)
select :run::integer, source, code, files, example, found
from unread_sources
where source = any (:sources::text[])
