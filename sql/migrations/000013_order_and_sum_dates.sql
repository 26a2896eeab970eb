-- Purpose: gives reports their rows in order, without sorting a whole date, and those of which there are few without
--          looking at all of it; keeps what a date comes to, so that it is summed once for each change of it.
-- Grain:   date_totals: one row per date, region, run that changed it, outcome, currency and paid currency;
--          date_findings: one row per date, region, run that changed it and code.
-- Units:   *_minor in minor units: requested in the orders' currency, paid in the paid one; example is the order
--          number that comes first.

create index order_results_in_order on order_results (business_date, region, merchant_id, order_no);

drop index order_results_by_date;

create index payment_results_in_order on payment_results (paid_date, region, merchant_id, order_no);

drop index payment_results_by_date;

create index order_results_off on order_results (business_date, region, merchant_id, order_no)
  where amount_reason is not null;

create index order_results_stuck on order_results (region, business_date)
  where outcome = 'STUCK' and until_run is null;

create index finding_results_by_date on finding_results (business_date, region);

create table date_totals (
  date            date not null,
  region          text collate "C" not null,
  run_id          integer not null,
  outcome         text collate "C" not null,
  currency        text collate "C",
  paid_currency   text collate "C",
  -- Whether its orders have payments; one without a currency is paid nevertheless.
  is_paid         boolean not null,
  orders          bigint not null,
  requested_minor numeric not null,
  paid_minor      numeric not null
);

create index date_totals_of_run on date_totals (date, region, run_id);

create table date_findings (
  date    date not null,
  region  text collate "C" not null,
  run_id  integer not null,
  code    text collate "C" not null,
  orders  bigint not null,
  example text collate "C" not null,
  constraint date_findings_pkey primary key (date, region, run_id, code)
);
