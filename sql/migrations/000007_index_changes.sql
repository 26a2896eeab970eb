-- Purpose: finds what a run changed without looking at what it did not.
-- Grain:   changed_dates: one row per date, region and run that changed a fact of it.
-- Units:   date in the region's zone: business date of orders and orphans, paid date of payments.

create table changed_dates (
  date   date not null,
  region text collate "C" not null,
  run_id integer not null,
  constraint changed_dates_pkey primary key (date, region, run_id)
);

create index order_results_begun on order_results (from_run);

create index order_results_ended on order_results (until_run) where until_run is not null;

create index payment_results_begun on payment_results (from_run);

create index payment_results_ended on payment_results (until_run) where until_run is not null;

create index finding_results_begun on finding_results (from_run);

create index finding_results_ended on finding_results (until_run) where until_run is not null;

create index orphan_results_begun on orphan_results (from_run);

create index orphan_results_ended on orphan_results (until_run) where until_run is not null;

-- Of the runs before, every date that has a result is taken to have changed with the last of them.
insert into changed_dates (date, region, run_id)
with facts as (
  select business_date as date, region, greatest(from_run, until_run) as run_id from order_results
  union all
  select paid_date, region, greatest(from_run, until_run) from payment_results
  union all
  select business_date, region, greatest(from_run, until_run) from orphan_results
)
select date, region, max(run_id) from facts group by date, region;
