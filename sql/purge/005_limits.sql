-- Purpose: the first date that each region keeps.
-- Grain:   one row per region.
-- Rules:   this file is no statement of its own: it has the CTE limits of those that delete what is older.
-- Parameters: regions text[]; first_kept date[] (of the regions, in their order)

limits as (
  select region, limit_date from unnest(:regions::text[], :first_kept::date[]) as l (region, limit_date)
)
