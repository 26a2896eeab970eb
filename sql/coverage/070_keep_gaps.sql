-- Purpose: keeps the gaps that a run found, and ends those that it no longer found.
-- Grain:   one row per gap and stretch of runs that knew it.
-- Parameters: run integer; region text; looked_from timestamptz (gaps that end earlier stay as they are); kinds text[],
--             from_times, to_times timestamptz[], expected integer[], names text[], files integer[] (of each gap)

with found as (
  select kind, from_at, to_at, expected, file, files
  from unnest(:kinds::text[], :from_times::timestamptz[], :to_times::timestamptz[], :expected::integer[],
              :names::text[], :files::integer[]) as f (kind, from_at, to_at, expected, file, files)
),
ended as (
  update coverage_gaps g
  set until_run = :run::integer
  where g.until_run is null
    and g.region = :region::text
    and (g.file <> '' or g.to_at > :looked_from::timestamptz)
    and not exists (
      select from found f
      where f.kind = g.kind and f.from_at = g.from_at and f.to_at = g.to_at and f.expected = g.expected
        and f.file = g.file and f.files = g.files
    )
)
insert into coverage_gaps (region, kind, from_at, to_at, expected, file, files, from_run)
select :region::text, f.kind, f.from_at, f.to_at, f.expected, f.file, f.files, :run::integer
from found f
where not exists (
  select from coverage_gaps g
  where g.until_run is null
    and g.region = :region::text
    and f.kind = g.kind and f.from_at = g.from_at and f.to_at = g.to_at and f.expected = g.expected
    and f.file = g.file and f.files = g.files
)
