-- Purpose: indexes for the page: current findings in the order in which they are listed, orders by their numbers, and
--          the runs of jobs by their end.
-- Grain:   one index per way of looking something up.

create index finding_results_listed on finding_results (region, code, first_seen_at, merchant_id, order_no)
  include (business_date)
  where until_run is null;

create index finding_results_of_merchant on finding_results (merchant_id, code, first_seen_at, order_no)
  include (region, business_date)
  where until_run is null;

-- The first characters only: a text of 2,700 bytes or more is refused by an index.
create index order_results_by_trade_no on order_results (left(trade_no, 64))
  where until_run is null and trade_no is not null;

create index order_results_by_account on order_results (left(account_no, 64))
  where until_run is null and account_no is not null;

create index callbacks_by_trade_no on callbacks using hash (trade_no);

create index job_runs_ended on job_runs (ended_at);
