-- Purpose: knows rows of a bank by their row_id again where only withdrawn sources showed that it is no identity.
-- Grain:   one row per row of a bank that a withdrawn source released.
-- Parameters: sources integer[] (those withdrawn)

with still as materialized (
  select p.logged_at, p.digest,
         array_agg(r.source_id order by q.read_at, q.source_id) filter (where r.source_id <> all (:sources::integer[])) as released_by
  from bank_rows p
  cross join unnest(p.released_by) as r (source_id)
  join sources q on q.source_id = r.source_id
  where p.released_by && :sources::integer[]
  group by p.logged_at, p.digest
)
update bank_rows as p
set released_by = s.released_by,
    row_key = case when s.released_by is null then p.row_id || ' ' || p.booked_on::text else p.row_key end
from still s
where p.logged_at = s.logged_at and p.digest = s.digest
