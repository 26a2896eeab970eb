-- Purpose: the dates and regions in which this run changed what statements say, by their state before and after it.
-- Grain:   one row per date, region and run.
-- Parameters: run integer

insert into changed_dates (date, region, run_id)
with rows_by_date as (
  select row_date as date, region from statement_rows where from_run = :run::integer
  union
  select row_date, region from statement_rows where until_run = :run::integer
  union
  select coalesce(settled_on, booked_on), region from payout_rows where from_run = :run::integer
  union
  select coalesce(settled_on, booked_on), region from payout_rows where until_run = :run::integer
)
select r.date, r.region, :run::integer
from rows_by_date r
where r.date is not null and not exists (
  select from changed_dates c where c.date = r.date and c.region = r.region and c.run_id = :run::integer
)
