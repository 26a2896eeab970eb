-- Purpose: takes versions from a delivery's list that a later one has replaced before they were sent.
-- Grain:   one row per version that waits.
-- Parameters: delivery text; at timestamptz

update deliveries d
set superseded_at = :at::timestamptz
where d.delivery = :delivery::text and d.sent_at is null and d.superseded_at is null
  and exists (
    select 1
    from deliveries n
    where n.delivery = d.delivery and n.date = d.date and n.region = d.region and n.version > d.version
  )
