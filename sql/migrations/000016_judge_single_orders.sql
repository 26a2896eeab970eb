-- Purpose: an order of one request and at most one callback is judged without gathering its records first; the orders
--          whose records must be gathered stand in a table of their own.
-- Grain:   work_grouped: one row per order.

create unlogged table work_grouped (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null
);

-- Of a single callback there is none to tell it from.
alter table work_payments alter column digest drop not null;
