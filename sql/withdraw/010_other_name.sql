-- Purpose: a source of its own for another name under which the same bytes came: all of its records are duplicates.
-- Grain:   one row, the new source's number.
-- Parameters: source integer (the source with these bytes); name text (the other name)

insert into sources (
  name, forced_kind, sha256, bytes, read_at, records, accepted, duplicate, rejected, reading, normalised_by,
  purged_rejected, reading_rules
)
select :name::text, forced_kind, sha256, bytes, read_at, records, 0, accepted + duplicate, rejected, reading,
       normalised_by, purged_rejected, reading_rules
from sources
where source_id = :source::integer
returning source_id
