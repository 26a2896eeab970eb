-- Purpose: counts what a source brought, so that silent stretches are found without reading evidence.
-- Grain:   one row per region, kind and five minutes in which the source has records that are stored.
-- Rules:   duplicates count with the source that had them first; a record with a time after the source was read does not
--          count.
-- Parameters: source integer; latest timestamptz (the latest possible time of a record)

insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
select :source::integer, region, kind, date_bin('5 minutes', at, '2000-01-01 00:00:00Z'), count(*), min(at), max(at)
from (
  select region, 'pay-in' as kind, requested_at as at from pay_ins where source_id = :source::integer
  union all
  select region, 'callback', received_at from callbacks where source_id = :source::integer
) records
where at <= :latest::timestamptz
group by 2, 3, 4
