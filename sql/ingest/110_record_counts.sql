-- Purpose: counts what sources brought, so that silent stretches are found without reading evidence.
-- Grain:   one row per source, region, kind and five minutes in which the source has records that are stored.
-- Rules:   duplicates count with the source that had them first; a record with a time after the source was read does not
--          count.
-- Parameters: none
-- Parts:   of_sources (whether a record is of these sources); in_time (which records r count)

insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
select r.source_id, r.region, r.kind, date_bin('5 minutes', r.at, '2000-01-01 00:00:00Z'), count(*), min(r.at), max(r.at)
from (
  select source_id, region, 'pay-in' as kind, requested_at as at from pay_ins where :of_sources
  union all
  select source_id, region, 'callback', received_at from callbacks where :of_sources
) r
:in_time
group by 1, 2, 3, 4
