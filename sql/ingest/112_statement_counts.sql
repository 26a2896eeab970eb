-- Purpose: like 110_record_counts.sql, for the rows of statements.
-- Grain:   one row per region and five minutes in which the source has rows that are stored.
-- Rules:   a row without a time counts at the begin of its date in the zone of its region. Refunds and chargebacks do not
--          count: they may have the time of the payment that they return, and say nothing of which payments are stated.
-- Parameters: source integer; latest timestamptz (the latest possible time of a record); regions, zones text[] (the zone of
--             each region)

insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
with zones as (
  select region, zone from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
records as (
  select s.region, coalesce(s.completed_at, s.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')) as at
  from statements s
  left join zones z on z.region = s.region
  where s.source_id = :source::integer and s.type not in ('refund', 'chargeback')
)
select :source::integer, region, 'statement', date_bin('5 minutes', at, '2000-01-01 00:00:00Z'), count(*), min(at), max(at)
from records
where at <= :latest::timestamptz
group by 2, 4
