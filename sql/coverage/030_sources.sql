-- Purpose: the sources known to a run, each with how far it is complete: its newest record, or what was declared for
--          it.
-- Grain:   one row per source, in the order in which they were read.
-- Rules:   a source that was withdrawn before the run began is left out.
-- Units:   complete_until as an instant, the later of newest record and declaration; null where there is neither.
-- Parameters: run, last_source integer; last_entry bigint (the newest entry of the audit trail known to the run)

with known as (
  select source_id, newest_at, after_run, max(after_run) over (partition by source_id) as newest_run
  from source_coverage
  where after_run < :run::integer
),
read as (
  select source_id, max(newest_at) as newest_at
  from known
  where after_run = newest_run
  group by source_id
),
declarations as (
  select distinct on (source_id) source_id, complete_until
  from coverage_declarations
  where after_run < :run::integer
    and declaration_id <= (select coalesce(last_declaration, declaration_id) from runs where run_id = :run::integer)
  order by source_id, declaration_id desc
)
select s.name, s.sha256, s.bytes, s.records, s.accepted, s.duplicate, s.rejected,
       greatest(r.newest_at, d.complete_until) as complete_until
from sources s
left join read r on r.source_id = s.source_id
left join declarations d on d.source_id = s.source_id
where s.source_id <= :last_source::integer
  and (s.withdrawn_by is null or s.withdrawn_by > :last_entry::bigint)
order by s.source_id
