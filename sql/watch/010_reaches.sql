-- Purpose: how far the records are complete, and how old the newest usually is when more is read.
-- Grain:   one row per region and kind of record (pay-in, callback) that has any.
-- Rules:   what was read at one time is one reading; only readings of the last week decide what is usual: in nine of
--          ten, the newest record was no older than usual_seconds. A single reading decides nothing: 0.
-- Parameters: at timestamptz; last_source integer (the newest source that the counts include)

with readings as (
  select e.region, e.kind, s.read_at, max(e.newest_at) as newest_at
  from source_coverage e
  join sources s on s.source_id = e.source_id
  where s.withdrawn_by is null and s.source_id <= :last_source::integer
  group by e.region, e.kind, s.read_at
),
followed as (
  select region, kind, read_at, newest_at,
         max(newest_at) over (
           partition by region, kind order by read_at rows between unbounded preceding and 1 preceding
         ) as known_until
  from readings
),
aged as (
  select region, kind, newest_at,
         case when read_at > :at::timestamptz - interval '7 days' and read_at <= :at::timestamptz
              then greatest(extract(epoch from read_at - known_until), 0)
         end as age_seconds
  from followed
)
select region, kind, least(max(newest_at), :at::timestamptz) as newest_at,
       coalesce(ceil(percentile_disc(0.9) within group (order by age_seconds)), 0)::integer as usual_seconds
from aged
group by region, kind
order by region, kind
