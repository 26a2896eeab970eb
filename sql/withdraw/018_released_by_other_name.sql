-- Purpose: another name of the same bytes shows too that row_ids of rows of a bank are no identity.
-- Grain:   one row per row of a bank that the source releases.
-- Parameters: source, other integer (the source with these bytes, and the one for the other name)

update bank_rows
set released_by = array_append(released_by, :other::integer)
where :source::integer = any (released_by)
