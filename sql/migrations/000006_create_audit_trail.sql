-- Purpose: what people, and the program in their stead, decided: append-only, its entries chained by hash.
-- Grain:   audit_entries: one row per decision, numbered from 1 without gaps.
-- Units:   at as an instant; hash is the SHA-256 of the entry and the hash before it (see src/audit/audit-trail.ts);
--          runs.last_entry is the newest entry that the run's reports know, 0 for none.

create table audit_entries (
  entry         bigint not null,
  at            timestamptz not null,
  who           text collate "C" not null,
  action        text collate "C" not null,
  region        text collate "C",
  merchant_id   text collate "C",
  order_no      text collate "C",
  code          text collate "C",
  reason        text collate "C",
  -- What was before and is after, as JSON objects; null where there is nothing to say.
  before        text collate "C",
  after         text collate "C",
  previous_hash text collate "C" not null,
  hash          text collate "C" not null,
  constraint audit_entries_pkey primary key (entry)
);

create index audit_entries_of_order on audit_entries (order_no) where order_no is not null;

alter table runs add column last_entry bigint not null default 0;
