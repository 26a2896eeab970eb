-- Purpose: sources whose evidence was withdrawn, and who else brought the same records, so that those stay.
-- Grain:   record_copies: one row per record and name of a source, of records that came under several names; the name that
--          had it first is among them. withdrawn_records: one row per record and withdrawal, as it was stored then.
--          work_changed_orders: one row per order of which the transaction at hand changed or removed evidence.
-- Units:   known_at is when a record was requested or received. violations is a list of [field, rule].

-- The entry of the audit trail that withdrew the source; null for one that counts. withdrawn_accepted says how many of the
-- records stored with it went, taken_over how many it has because the source that had them first was withdrawn.
alter table sources add column withdrawn_by bigint;

alter table sources add column withdrawn_accepted bigint not null default 0;

alter table sources add column taken_over bigint not null default 0;

-- Whether its records that another source had first are in record_copies; those of sources from before are not.
alter table sources add column copies_noted boolean not null default false;

alter table sources alter column copies_noted set default true;

create index sources_by_name on sources (name);

create table record_copies (
  order_no             text collate "C" not null,
  merchant_id          text collate "C" not null,
  kind                 text collate "C" not null,
  logged_at            timestamptz not null,
  digest               uuid not null,
  source_id            integer not null,
  line                 bigint not null,
  amount_text          text collate "C",
  response_amount_text text collate "C",
  violations           jsonb not null,
  withdrawn_by         bigint,
  constraint record_copies_pkey primary key (order_no, kind, logged_at, digest, source_id)
);

create index record_copies_by_source on record_copies (source_id);

create table withdrawn_records (
  order_no      text collate "C" not null,
  merchant_id   text collate "C" not null,
  kind          text collate "C" not null,
  logged_at     timestamptz not null,
  digest        uuid not null,
  entry         bigint not null,
  source_id     integer not null,
  line          bigint not null,
  known_at      timestamptz not null,
  -- The source that has the record since; null if it is no evidence any more.
  taken_over_by integer,
  record        jsonb not null,
  violations    jsonb not null,
  constraint withdrawn_records_pkey primary key (order_no, kind, logged_at, digest, entry)
);

create index withdrawn_records_by_entry on withdrawn_records (entry);

create unlogged table work_changed_orders (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null
);

create index audit_entries_withdraw on audit_entries (entry) where action = 'withdraw';
