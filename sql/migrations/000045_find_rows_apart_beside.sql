-- Purpose: what is found of rows of statements before orders are chosen, step by step; of new rows, whether they are alone, and
--          the fee by the tariffs.
-- Grain:   work_apart_rows: one row per new row of a statement that does not plainly belong to one new order. work_touched: one
--          row per source of statements with rows that the run looks at. work_sampled: one row per row of these sources by which
--          their unit is found.
-- Rules:   is_only: no other new row has its order number.

create unlogged table work_apart_rows (
  order_no  text collate "C" not null,
  logged_at timestamptz not null,
  digest    uuid not null
);

create unlogged table work_touched (
  source_id integer not null
);

create unlogged table work_sampled (
  source_id   integer not null,
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  trade_no    text collate "C",
  logged_at   timestamptz not null,
  digest      uuid not null,
  issuer      text collate "C" not null,
  row_key     text collate "C" not null,
  row_id      text collate "C",
  currency    text collate "C",
  gross_minor bigint not null
);

truncate work_new_rows;

alter table work_new_rows
  add column is_only boolean not null,
  add column expected_fee_minor bigint,
  add column fee_differs boolean not null;
