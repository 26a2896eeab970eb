-- Purpose: remembers the rejected rows that the next reading of a query will read again.
-- Grain:   one row per distinct row.
-- Parameters: name text (the source)

insert into known_rejects (name, digest)
select distinct :name::text, digest
from stage_rejected_rows
where comes_again
on conflict (name, digest) do nothing
