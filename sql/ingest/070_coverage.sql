-- Purpose: the coverage of a source: the latest time of all that was read of it, duplicates included.
-- Grain:   one row per kind of record and region that the source has records of.
-- Rules:   a record with a time after the source was read does not count.
-- Parameters: source integer; latest timestamptz (the latest possible time of a record)

insert into source_coverage (source_id, kind, region, newest_at, after_run)
with records as (
  select 'pay-in' as kind, region, requested_at as at from stage_pay_ins
  union all
  select 'callback', region, received_at from stage_callbacks
)
select :source::integer, kind, region, max(at), (select coalesce(max(run_id), 0) from runs)
from records
where at <= :latest::timestamptz
group by kind, region
