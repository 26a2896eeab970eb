-- Purpose: takes versions from a delivery's list that it does not take any more, as its settings were narrowed.
-- Grain:   one row per version that waits.
-- Rules:   they are added again if the settings take them again.
-- Units:   since is a business date, null for all; regions is null for all.
-- Parameters: delivery text; regions text[]; since date

delete from deliveries
where delivery = :delivery::text
  and sent_at is null
  and superseded_at is null
  and (region <> all (:regions::text[]) or date < :since::date)
