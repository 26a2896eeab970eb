-- Purpose: takes out what was summed of dates that are purged: an example among it names an order that went.
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
