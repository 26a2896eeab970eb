-- Purpose: periods that are closed, what became known of their dates afterwards, and what was purged.
-- Grain:   closings: one row per region and stretch of audit entries in which it was closed through a date; adjustments:
--          one row per run and value of an order, or payment, of a final date that the run found otherwise; told_dates:
--          one row per final date and region whose changes are told up to a run. Adjustments are append-only.
-- Units:   dates in the region's zone; adjustments.payment tells payments of one order from one another, '' for a value
--          of the order itself.

create table closings (
  region           text collate "C" not null,
  from_entry       bigint not null,
  until_entry      bigint,
  through_date     date not null,
  -- Through which date the region is closed when this closing is taken back; null for none.
  previous_through date,
  constraint closings_pkey primary key (region, from_entry)
);

create table adjustments (
  run_id        integer not null,
  known_date    date not null,
  region        text collate "C" not null,
  business_date date not null,
  merchant_id   text collate "C" not null,
  order_no      text collate "C" not null,
  payment       text collate "C" not null,
  field         text collate "C" not null,
  previous      text collate "C",
  current       text collate "C",
  constraint adjustments_pkey primary key (run_id, region, business_date, merchant_id, order_no, payment, field)
);

create index adjustments_by_date on adjustments (known_date, region);

create table told_dates (
  date   date not null,
  region text collate "C" not null,
  run_id integer not null,
  constraint told_dates_pkey primary key (date, region)
);

-- Dates of which evidence or results were purged; entry is that of the audit trail. What was published of them stays,
-- and cannot be made again.
create table purged_dates (
  date   date not null,
  region text collate "C" not null,
  entry  bigint not null,
  constraint purged_dates_pkey primary key (date, region)
);

-- How many of a source's accepted records and rejected lines were purged: the others are stored.
alter table sources add column purged_accepted bigint not null default 0;

alter table sources add column purged_rejected bigint not null default 0;

create unlogged table work_purged_keys (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null
);
