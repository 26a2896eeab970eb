-- Purpose: adds the published versions that a delivery takes and that are not in its list yet.
-- Grain:   one row per version that is in its place.
-- Rules:   where a version replaces the one before, only the newest of a date and region is taken; dates that were purged
--          are not, because their files cannot be made again.
-- Units:   since is a business date, null for all; regions is null for all.
-- Parameters: delivery text; regions text[]; since date; newest_only boolean; at timestamptz

insert into deliveries (delivery, date, region, version, found_at, due_at)
select :delivery::text, v.date, v.region, v.version, :at::timestamptz, :at::timestamptz
from versions v
where v.placed
  and (:regions::text[] is null or v.region = any (:regions::text[]))
  and (:since::date is null or v.date >= :since::date)
  and not exists (
    select 1
    from deliveries d
    where d.delivery = :delivery::text and d.date = v.date and d.region = v.region
      and (d.version = v.version or :newest_only::boolean and d.version > v.version)
  )
  and not exists (select 1 from purged_dates p where p.date = v.date and p.region = v.region)
  and not (:newest_only::boolean and exists (
    select 1
    from versions n
    where n.date = v.date and n.region = v.region and n.version > v.version and n.placed
  ))
on conflict do nothing
