-- Purpose: rows of statements that belong to new orders are read in the lane of their order.
-- Grain:   work_new_rows: one row per such row. work_apart: one row per order number whose rows the run's own transaction
--          reads. statement_results: one row per row of a statement, and stretch of finished runs.
-- Rules:   lanes write statement_rows before the run is finished, so that readers of what holds now need the view.

create unlogged table work_apart (
  order_no text collate "C" not null
);

create unlogged table work_new_rows (
  order_no          text collate "C" not null,
  logged_at         timestamptz not null,
  digest            uuid not null,
  owner_order_no    text collate "C" not null,
  owner_merchant_id text collate "C" not null,
  merchant_id       text collate "C" not null,
  region            text collate "C" not null,
  type              text collate "C" not null,
  status            text collate "C" not null,
  trade_no          text collate "C",
  sub_merchant_id   text collate "C",
  payment_method    text collate "C",
  currency          text collate "C",
  gross_minor       bigint,
  fee_minor         bigint,
  net_minor         bigint,
  stated_at         timestamptz not null,
  completed_at      timestamptz,
  settled_on        date,
  payout_id         text collate "C",
  source_id         integer not null,
  row_id            text collate "C",
  line              bigint not null
);

create view statement_results as
select order_no, logged_at, digest, from_run, until_run, row_date, region, matched, matched_order_no,
       matched_merchant_id, sub_merchant_id, expected_fee_minor, findings, merchant_id, trade_no, row_id, type, status,
       payment_method, currency, gross_minor, fee_minor, net_minor, completed_at, settled_on, payout_id, source_id, line
from statement_rows
where from_run <= (select coalesce(max(run_id), 0) from runs);
