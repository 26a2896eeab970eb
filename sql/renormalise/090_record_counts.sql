-- Purpose: counts the records of sources again.
-- Grain:   one row per source, region, kind and five minutes in which the source has records that are stored.
-- Parameters: skew_seconds integer; sources integer[] (null: all)

insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
select r.source_id, r.region, r.kind, date_bin('5 minutes', r.at, '2000-01-01 00:00:00Z'), count(*), min(r.at), max(r.at)
from (
  select source_id, region, 'pay-in' as kind, requested_at as at from pay_ins
  union all
  select source_id, region, 'callback', received_at from callbacks
) r
join sources s on s.source_id = r.source_id
where r.at <= s.read_at + make_interval(secs => :skew_seconds::integer)
  and (:sources::integer[] is null or r.source_id = any (:sources::integer[]))
group by 1, 2, 3, 4
