-- Purpose: ends the results of rows of statements that were purged and belong to no payment: they may stay for versions that
--          list their orders.
-- Grain:   one row per row of a statement that was valid.
-- Parameters: otherwise date (the limit of any other region); until integer (the number of no run, after the
--             newest)
-- Parts:   limits (005_limits.sql)

with :limits,
gone as (
  select r.order_no, r.logged_at, r.digest, r.from_run
  from statement_rows r
  left join limits l on l.region = r.region
  where r.until_run is null
    and r.matched = 'order'
    and r.row_date < coalesce(l.limit_date, :otherwise::date)
    and not exists (
      select from statements s where s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest
    )
)
update statement_rows as r
set until_run = :until::integer
from gone g
where r.order_no = g.order_no and r.logged_at = g.logged_at and r.digest = g.digest and r.from_run = g.from_run
