-- Purpose: keeps a declaration until when a source is complete.
-- Grain:   one row, or none where the newest declaration of the source is the same.
-- Parameters: source integer; complete_until, declared_at timestamptz

insert into coverage_declarations (source_id, complete_until, declared_at, after_run)
with newest as (
  select complete_until
  from coverage_declarations
  where source_id = :source::integer
  order by declaration_id desc
  limit 1
)
select :source::integer, :complete_until::timestamptz, :declared_at::timestamptz,
       (select coalesce(max(run_id), 0) from runs)
where not exists (select from newest where complete_until = :complete_until::timestamptz)
