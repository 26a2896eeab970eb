-- Purpose: keeps with a run how far the data was complete; what is read, declared or corrected later does not change
--          it.
-- Grain:   one row per region of the settings, and one for orders without a region.
-- Rules:   of a source, the coverage since its records were last read counts, and the newest declaration; a declaration
--          applies to every region and both kinds of record. Withdrawn sources do not count.
-- Parameters: run, quiet_seconds integer; last_source integer (the newest known to the run); regions text[]

insert into run_coverage (run_id, region, pay_ins_at, callbacks_at, declared_until, quiet_seconds)
with withdrawn as (
  select source_id from sources where withdrawn_by is not null
),
known as (
  select source_id, kind, region, newest_at, after_run, max(after_run) over (partition by source_id) as newest_run
  from source_coverage
  where after_run < :run::integer
    and source_id <= :last_source::integer
    and source_id not in (select source_id from withdrawn)
),
read as (
  select region,
         max(newest_at) filter (where kind = 'pay-in') as pay_ins_at,
         max(newest_at) filter (where kind = 'callback') as callbacks_at
  from known
  where after_run = newest_run
  group by region
),
declarations as (
  select distinct on (source_id) source_id, complete_until
  from coverage_declarations
  where after_run < :run::integer
    and declaration_id <= (select coalesce(last_declaration, declaration_id) from runs where run_id = :run::integer)
    and source_id not in (select source_id from withdrawn)
  order by source_id, declaration_id desc
),
declared as (
  select max(complete_until) as declared_until from declarations
),
regions as (
  select region from unnest(:regions::text[]) as r (region)
  union
  select ''
)
select :run::integer, g.region, r.pay_ins_at, r.callbacks_at, d.declared_until, :quiet_seconds::integer
from regions g
cross join declared d
left join read r on r.region = g.region
