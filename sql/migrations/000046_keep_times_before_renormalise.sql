-- Purpose: the times by which runs knew records that a renormalise has moved, so that rejected-records.csv of their versions can
--          be made again.
-- Grain:   one row per record and renormalise that moved it: unverified callbacks, and pay-ins of their order numbers.
-- Units:   known_at is when the record was requested or received, as it was read before.
-- Rules:   known_at holds for the runs before until_run.

create table moved_records (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  kind        text collate "C" not null,
  digest      uuid not null,
  until_run   integer not null,
  known_at    timestamptz not null,
  constraint moved_records_pkey primary key (order_no, kind, digest, until_run)
);
