-- Purpose: the gaps of a date of a region that a run knew.
-- Grain:   one row per gap that has a moment of the date.
-- Units:   from_at, to_at as instants; expected in records.
-- Parameters: run integer; region text; date_begins, date_ends timestamptz

select kind, from_at, to_at, expected, file, files
from coverage_gaps
where region = :region::text
  and from_run <= :run::integer
  and (until_run is null or until_run > :run::integer)
  and from_at < :date_ends::timestamptz
  and to_at > :date_begins::timestamptz
order by from_at, kind, file
