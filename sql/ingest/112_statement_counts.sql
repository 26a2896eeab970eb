-- Purpose: like 110_record_counts.sql, for the rows of statements.
-- Grain:   one row per source, region and five minutes in which the source has rows that are stored.
-- Rules:   a row without a time counts at the begin of its date in the zone of its region. Only payments count: no other row says
--          which payments are stated. Refunds may have the time of the payment that they return, and payouts and fees come in
--          files of their own.
-- Parameters: regions, zones text[] (the zone of each region)
-- Parts:   of_sources (whether a row is of these sources); in_time (which rows r count)

insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
with zones as (
  select region, zone from unnest(:regions::text[], :zones::text[]) as z (region, zone)
),
records as (
  select p.source_id, p.region,
         coalesce(p.completed_at, p.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')) as at
  from statements p
  left join zones z on z.region = p.region
  where p.type = 'payment' and :of_sources
)
select r.source_id, r.region, 'statement', date_bin('5 minutes', r.at, '2000-01-01 00:00:00Z'), count(*), min(r.at), max(r.at)
from records r
:in_time
group by 1, 2, 4
