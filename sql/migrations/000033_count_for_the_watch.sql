-- Purpose: what the anomaly watch compares, counted, so that a look reads no evidence of the weeks before.
-- Grain:   order_counts: one row per five minutes in which orders of a payment method and merchant were requested first,
--          five minutes of their deadline, and five minutes of their first payment; infinity is not paid.
--          payment_counts: one row per five minutes in which callbacks of paid status were received first, method and
--          merchant, one for each order. counting_progress: at most one row, of what both count.
-- Units:   orders, payments and what follows in orders; *_at are when the five minutes begin; their end belongs to them.

create table order_counts (
  region         text collate "C" not null,
  payment_method text collate "C" not null,
  merchant_id    text collate "C" not null,
  slot_at        timestamptz not null,
  due_at         timestamptz not null,
  paid_at        timestamptz not null,
  orders         integer not null,
  constraint order_counts_pkey primary key (region, slot_at, payment_method, merchant_id, due_at, paid_at)
);

create table payment_counts (
  region         text collate "C" not null,
  payment_method text collate "C" not null,
  merchant_id    text collate "C" not null,
  slot_at        timestamptz not null,
  payments       integer not null,
  timed          integer not null,
  late           integer not null,
  compared       integer not null,
  mismatched     integer not null,
  constraint payment_counts_pkey primary key (region, slot_at, payment_method, merchant_id)
);

-- rules is a digest of the settings that the counts depend on; empty if evidence was changed or removed since, so that
-- everything is counted again.
create table counting_progress (
  single         boolean not null default true,
  rules          text collate "C" not null,
  from_at        timestamptz not null,
  last_source_id integer not null,
  constraint counting_progress_pkey primary key (single),
  constraint counting_progress_once check (single)
);
