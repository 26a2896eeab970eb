-- Purpose: what runs found. A row holds from one run until another, so that every version that was ever
--          published can be selected again; nothing is rewritten.
-- Grain:   runs: one row per run; *_results: one per order (payment, finding, callback) and stretch of runs;
--          versions: one per date, region and version published.
-- Units:   *_minor in minor units of the row's currency; *_at as instants; *_date in the region's zone.

create table runs (
  run_id          integer generated always as identity,
  as_of           timestamptz not null,
  started_at      timestamptz not null,
  settings_digest text collate "C" not null,
  program_version text collate "C" not null,
  zone_version    text collate "C" not null,
  -- The newest source that the run knew; what was read later is not in its reports.
  last_source_id  integer not null,
  constraint runs_pkey primary key (run_id)
);

create table order_results (
  order_no        text collate "C" not null,
  merchant_id     text collate "C" not null,
  from_run        integer not null,
  until_run       integer,
  business_date   date not null,
  region          text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no        text collate "C",
  payment_method  text collate "C",
  currency        text collate "C",
  requested_currency text collate "C",
  requested_minor bigint,
  requested_text  text collate "C",
  paid_currency   text collate "C",
  paid_minor      numeric(38, 0),
  paid_text       text collate "C",
  difference_minor numeric(38, 0),
  amount_reason   text collate "C",
  outcome         text collate "C" not null,
  stuck_reason    text collate "C",
  findings        text collate "C" not null,
  requested_at    timestamptz,
  paid_at         timestamptz,
  offset_source   text collate "C",
  received_at     timestamptz,
  expires_at      timestamptz,
  deadline_at     timestamptz,
  payments        integer not null,
  account_no      text collate "C",
  response_code   text collate "C",
  response_status text collate "C",
  constraint order_results_pkey primary key (order_no, merchant_id, from_run)
);

create index order_results_by_date on order_results (business_date, region);

create table payment_results (
  order_no         text collate "C" not null,
  merchant_id      text collate "C" not null,
  payment          text collate "C" not null,
  from_run         integer not null,
  until_run        integer,
  paid_date        date not null,
  business_date    date not null,
  region           text collate "C" not null,
  sub_merchant_id  text collate "C",
  trade_no         text collate "C",
  payment_method   text collate "C",
  currency         text collate "C",
  paid_minor       bigint,
  paid_at          timestamptz,
  received_at      timestamptz not null,
  outcome          text collate "C" not null,
  constraint payment_results_pkey primary key (order_no, merchant_id, payment, from_run)
);

create index payment_results_by_date on payment_results (paid_date, region);

create table finding_results (
  order_no        text collate "C" not null,
  merchant_id     text collate "C" not null,
  code            text collate "C" not null,
  from_run        integer not null,
  until_run       integer,
  business_date   date not null,
  region          text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no        text collate "C",
  expected        text collate "C",
  actual          text collate "C",
  reason          text collate "C",
  first_seen_at   timestamptz not null,
  constraint finding_results_pkey primary key (order_no, merchant_id, code, from_run)
);

create table orphan_results (
  order_no        text collate "C" not null,
  merchant_id     text collate "C" not null,
  digest          uuid not null,
  from_run        integer not null,
  until_run       integer,
  business_date   date not null,
  region          text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no        text collate "C",
  payment_method  text collate "C",
  status          text collate "C",
  currency        text collate "C",
  paid_minor      bigint,
  completed_at    timestamptz,
  received_at     timestamptz not null,
  source_id       integer not null,
  line            bigint not null,
  constraint orphan_results_pkey primary key (order_no, merchant_id, digest, from_run)
);

create index orphan_results_by_date on orphan_results (business_date, region);

create table versions (
  date         date not null,
  region       text collate "C" not null,
  version      integer not null,
  run_id       integer not null,
  facts_sha256 text collate "C" not null,
  constraint versions_pkey primary key (date, region, version),
  constraint versions_of_run foreign key (run_id) references runs (run_id)
);
