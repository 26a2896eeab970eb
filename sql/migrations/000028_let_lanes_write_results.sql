-- Purpose: lets lanes write results. order_rows and finding_rows also have rows of a run that is not finished: from_run is
--          greater than every run_id then. The views order_results, finding_results and payment_results do not show these. What is
--          read as of a run needs no such condition, which hides from the planner how many rows there are.
--          The payment of an order with one payment is part of the order's row. The view payment_rows shows all payments;
--          separate_payments has those of orders with several, and those that were written before this migration, so that
--          no row is copied. An order is judged in one statement; no table keeps verdicts for the next statement.
-- Grain:   order_rows: one row per order and stretch of runs; finding_rows: per finding; separate_payments: per payment;
--          work_marked, work_known, work_written: one row per order.

alter table order_results
  add column payment_trade_no text collate "C",
  add column paid_date date,
  add column paid_hour integer,
  add column payment_delay_seconds bigint,
  add column callback_delay_seconds bigint,
  add column after_expiry boolean,
  add column late boolean;

-- Has no row in a store that began after this migration.
create index order_results_payment_apart on order_results (order_no)
  where until_run is null and payments = 1 and paid_date is null;

create index order_results_paid on order_results (paid_date, region, merchant_id, order_no) where paid_date is not null;

alter table payment_results rename to separate_payments;
-- A cluster renames the index of a distributed table, and the constraint with it, but no constraint by itself.
alter index payment_results_pkey rename to separate_payments_pkey;
alter index payment_results_begun rename to separate_payments_begun;
alter index payment_results_ended rename to separate_payments_ended;
alter index payment_results_in_order rename to separate_payments_in_order;

alter table order_results rename to order_rows;
alter index order_results_pkey rename to order_rows_pkey;
alter index order_results_begun rename to order_rows_begun;
alter index order_results_by_account rename to order_rows_by_account;
alter index order_results_by_trade_no rename to order_rows_by_trade_no;
alter index order_results_ended rename to order_rows_ended;
alter index order_results_in_order rename to order_rows_in_order;
alter index order_results_off rename to order_rows_off;
alter index order_results_paid rename to order_rows_paid;
alter index order_results_payment_apart rename to order_rows_payment_apart;
alter index order_results_stuck rename to order_rows_stuck;
alter index order_results_waiting rename to order_rows_waiting;

alter table finding_results rename to finding_rows;
alter index finding_results_pkey rename to finding_rows_pkey;
alter index finding_results_begun rename to finding_rows_begun;
alter index finding_results_by_date rename to finding_rows_by_date;
alter index finding_results_ended rename to finding_rows_ended;
alter index finding_results_listed rename to finding_rows_listed;
alter index finding_results_of_merchant rename to finding_rows_of_merchant;

create view order_results as
select order_no, merchant_id, from_run, until_run, business_date, region, sub_merchant_id, trade_no, payment_method,
       currency, requested_currency, requested_minor, requested_text, paid_currency, paid_minor, paid_text,
       difference_minor, amount_reason, outcome, stuck_reason, findings, requested_at, paid_at, offset_source,
       received_at, expires_at, deadline_at, payments, account_no, response_code, response_status, closed_on,
       payment_trade_no, paid_date, paid_hour, payment_delay_seconds, callback_delay_seconds, after_expiry, late
from order_rows
where from_run <= (select coalesce(max(run_id), 0) from runs);

create view finding_results as
select order_no, merchant_id, code, from_run, until_run, business_date, region, sub_merchant_id, trade_no, expected,
       actual, reason, first_seen_at
from finding_rows
where from_run <= (select coalesce(max(run_id), 0) from runs);

-- The condition stands outside of the union: within it, it would keep the planner from reading both tables in order.
create view payment_rows as
select p.order_no, p.merchant_id, p.payment, p.from_run, p.until_run, p.paid_date, p.business_date, p.region,
       p.sub_merchant_id, p.trade_no, p.payment_method, p.currency, p.paid_minor, p.paid_at, p.received_at, p.outcome,
       p.paid_hour, p.payment_delay_seconds, p.callback_delay_seconds, p.after_expiry, p.late
from (
  select order_no, merchant_id, coalesce(md5(payment_trade_no), '') collate "C" as payment, from_run, until_run,
         paid_date, business_date, region, sub_merchant_id, payment_trade_no as trade_no, payment_method,
         paid_currency as currency, paid_minor::bigint as paid_minor, paid_at, received_at, outcome, paid_hour,
         payment_delay_seconds, callback_delay_seconds, after_expiry, late
  from order_rows
  union all
  select order_no, merchant_id, payment, from_run, until_run, paid_date, business_date, region, sub_merchant_id,
         trade_no, payment_method, currency, paid_minor, paid_at, received_at, outcome, paid_hour,
         payment_delay_seconds, callback_delay_seconds, after_expiry, late
  from separate_payments
) p
where p.paid_date is not null;

create view payment_results as
select order_no, merchant_id, payment, from_run, until_run, paid_date, business_date, region, sub_merchant_id,
       trade_no, payment_method, currency, paid_minor, paid_at, received_at, outcome, paid_hour, payment_delay_seconds,
       callback_delay_seconds, after_expiry, late
from payment_rows
where from_run <= (select coalesce(max(run_id), 0) from runs);

alter table work_order_results
  add column payment_trade_no text collate "C",
  add column paid_date date,
  add column paid_hour integer,
  add column payment_delay_seconds bigint,
  add column callback_delay_seconds bigint,
  add column after_expiry boolean,
  add column late boolean;

alter table work_payment_results rename to work_separate_payments;

alter table work_evidence add column payment_trade_no text collate "C";

drop table work_verdicts;
drop table work_findings;

create unlogged table work_marked (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  is_grouped  boolean not null,
  is_known    boolean not null
);

create unlogged table work_known (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null
);

create unlogged table work_written (
  order_no      text collate "C" not null,
  merchant_id   text collate "C" not null,
  payments      integer not null,
  paid_currency text collate "C",
  paid_minor    numeric(38,0),
  outcome       text collate "C" not null,
  stuck_reason  text collate "C",
  findings      text collate "C" not null
);
