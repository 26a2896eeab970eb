-- Purpose: only payments say which payments a statement has: payouts and fees of later days covered dates whose payments no file
--          could have had yet.
-- Grain:   record_counts: one row per source, region, kind and five minutes with rows that count.
-- Rules:   five minutes with other rows are counted again by the rows that are stored. A row without a time counts at the begin of
--          its date in the zone that its region had in the newest run, as when it was read.

with zones as (
  select z.key as region, z.value as zone
  from (select zones from runs where zones is not null order by run_id desc limit 1) r
  cross join lateral jsonb_each_text(r.zones::jsonb) z
),
timed as (
  select s.source_id, s.region, s.type,
         coalesce(s.completed_at, s.settled_on::timestamp at time zone coalesce(z.zone, 'UTC')) as at
  from statements s
  left join zones z on z.region = s.region
),
counted as materialized (
  select source_id, region, date_bin('5 minutes', at, '2000-01-01 00:00:00Z') as slot_at,
         count(*) filter (where type = 'payment') as payments,
         min(at) filter (where type = 'payment') as first_at,
         max(at) filter (where type = 'payment') as last_at
  from timed
  group by 1, 2, 3
  having count(*) filter (where type <> 'payment') > 0
),
gone as (
  delete from record_counts r
  using counted c
  where c.payments = 0
    and r.kind = 'statement' and r.source_id = c.source_id and r.region = c.region and r.slot_at = c.slot_at
)
update record_counts r
set records = c.payments, first_at = c.first_at, last_at = c.last_at
from counted c
where c.payments > 0
  and r.kind = 'statement' and r.source_id = c.source_id and r.region = c.region and r.slot_at = c.slot_at;
