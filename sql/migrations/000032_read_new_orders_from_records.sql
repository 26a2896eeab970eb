-- Purpose: work_keys no longer names the orders that are new and have one request: a run reads these straight from the
--          records. What it wrote is read from the results, so that no table has a row for each order.
-- Grain:   work_keys: one row per order, in a lane also of orders of its range that another lane judges (not is_own).
--          work_verdicts: one row per order with findings or several payments.

alter table work_keys add column is_own boolean not null default true;

drop table work_written;

create unlogged table work_verdicts (
  order_no     text collate "C" not null,
  merchant_id  text collate "C" not null,
  outcome      text collate "C" not null,
  stuck_reason text collate "C",
  findings     text collate "C" not null
);
