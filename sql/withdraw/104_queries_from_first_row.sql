-- Purpose: lets the next ingest read a withdrawn query from its first row on, and every query that may have brought what is
--          withdrawn, but was read before copies were noted. What else is kept of the reading follows the digest, and stays known.
-- Grain:   one row per query.
-- Parameters: name text (the source that is withdrawn)

update source_marks as m
set reading = regexp_replace(m.reading, '^[^ ]*', ''),
    watermark = null
where 'query:' || m.name = :name::text
   or exists (
     select from sources s
     where s.name = 'query:' || m.name and not s.copies_noted and s.duplicate > 0 and s.withdrawn_by is null
   )
