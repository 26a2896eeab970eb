-- Purpose: deletes the sums of purged dates: their examples name orders that were purged.
-- Grain:   one row per sum.
-- Parameters: none

with gone as (
  delete from date_totals as t
  using purged_dates p
  where p.date = t.date and p.region = t.region
)
delete from date_findings as f
using purged_dates p
where p.date = f.date and p.region = f.region
