-- Purpose: counts the rows of statements of sources again.
-- Grain:   one row per source, region and five minutes in which the source has rows that are stored.
-- Rules:   a row without a time counts at the begin of its date in the zone of its region. Refunds and chargebacks do not
--          count: they may have the time of the payment that they return, and say nothing of which payments are stated.
-- Parameters: skew_seconds integer; sources integer[] (null: all); regions, zones text[] (the zone of each region)

insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
with zones as (
  select region, zone from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
records as (
  select p.source_id, p.region,
         coalesce(p.completed_at, p.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')) as at
  from statements p
  left join zones z on z.region = p.region
  where p.type not in ('refund', 'chargeback')
    and (:sources::integer[] is null or p.source_id = any (:sources::integer[]))
)
select r.source_id, r.region, 'statement', date_bin('5 minutes', r.at, '2000-01-01 00:00:00Z'), count(*), min(r.at), max(r.at)
from records r
join sources s on s.source_id = r.source_id
where r.at <= s.read_at + make_interval(secs => :skew_seconds::integer)
group by 1, 2, 4
