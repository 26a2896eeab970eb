-- Purpose: what runs made of the rows of statements and banks.
-- Grain:   statement_rows: one row per row of a statement that counts, and stretch of runs in which it was judged so; order_no,
--          logged_at and digest are the key of its evidence. stated_orders: one row per order that has such rows, and stretch
--          of runs. stated_dates: one row per region and date that statements cover whole, and stretch of runs.
--          scaled_sources: one row per source whose amounts are 100 times those of the payments, or a hundredth, and stretch
--          of runs. payout_rows: one row per payout and currency, or bank row without a payout (payout_id is empty then), and
--          stretch of runs. owed_changes: one row per run, date, merchant and currency on which the money owed to payers
--          changed. runs.has_statements: whether rows of statements or banks were known to the run.
-- Rules:   rows keep the values that they had at that run, because evidence can be corrected, withdrawn and purged.
--          merchant_id is that of the order, or without one that of the row, empty where it has none.
-- Units:   _minor in minor units of the currency. row_date is the local date of the row's time in the zone of its region, or
--          the date on which it was settled. returned_minor is the money of refunds and chargebacks.

create table statement_rows (
  order_no            text collate "C" not null,
  logged_at           timestamptz not null,
  digest              uuid not null,
  from_run            integer not null,
  until_run           integer,
  row_date            date not null,
  region              text collate "C" not null,
  matched             text collate "C" not null,
  matched_order_no    text collate "C",
  matched_merchant_id text collate "C",
  sub_merchant_id     text collate "C",
  expected_fee_minor  bigint,
  findings            text collate "C" not null,
  merchant_id         text collate "C" not null,
  trade_no            text collate "C",
  row_id              text collate "C",
  type                text collate "C" not null,
  status              text collate "C" not null,
  payment_method      text collate "C",
  currency            text collate "C",
  gross_minor         bigint,
  fee_minor           bigint,
  net_minor           bigint,
  completed_at        timestamptz,
  settled_on          date,
  payout_id           text collate "C",
  source_id           integer not null,
  line                bigint not null,
  constraint statement_rows_pkey primary key (order_no, logged_at, digest, from_run),
  constraint statement_rows_matched check (matched in ('payment', 'order', 'none'))
);

create index statement_rows_by_date on statement_rows (row_date, region);

create index statement_rows_begun on statement_rows using brin (from_run) with (pages_per_range = 32);

create index statement_rows_ended on statement_rows (until_run) where until_run is not null;

create index statement_rows_of_order on statement_rows (matched_order_no, matched_merchant_id);

create index statement_rows_of_no_payment on statement_rows (row_date) where matched = 'order' and until_run is null;

create table stated_orders (
  order_no         text collate "C" not null,
  merchant_id      text collate "C" not null,
  from_run         integer not null,
  until_run        integer,
  business_date    date not null,
  region           text collate "C" not null,
  stated_currency  text collate "C",
  stated_minor     numeric(38),
  fee_minor        numeric(38),
  net_minor        numeric(38),
  settled_on       date,
  payout_id        text collate "C",
  returned_currency text collate "C",
  returned_minor   numeric(38),
  constraint stated_orders_pkey primary key (order_no, merchant_id, from_run)
);

create index stated_orders_by_date on stated_orders (business_date, region);

create index stated_orders_begun on stated_orders using brin (from_run) with (pages_per_range = 32);

create index stated_orders_ended on stated_orders (until_run) where until_run is not null;

create table payout_rows (
  payout_id      text collate "C" not null,
  region         text collate "C" not null,
  currency       text collate "C" not null,
  bank_digest    text collate "C" not null,
  from_run       integer not null,
  until_run      integer,
  settled_on     date,
  rows           integer not null,
  gross_minor    numeric(38),
  fee_minor      numeric(38),
  refunds_minor  numeric(38),
  net_minor      numeric(38),
  bank_minor     numeric(38),
  booked_on      date,
  bank_reference text collate "C",
  constraint payout_rows_pkey primary key (payout_id, region, currency, bank_digest, from_run)
);

create index payout_rows_by_date on payout_rows (settled_on, region);

create table owed_changes (
  run_id      integer not null,
  date        date not null,
  region      text collate "C" not null,
  merchant_id text collate "C" not null,
  currency    text collate "C",
  flow        text collate "C" not null,
  orders      bigint not null,
  minor       numeric(38) not null,
  constraint owed_changes_flow check (flow in ('owed', 'returned'))
);

create index owed_changes_by_date on owed_changes (region, date);

alter table runs add column has_statements boolean not null default false;

create table stated_dates (
  region    text collate "C" not null,
  date      date not null,
  from_run  integer not null,
  until_run integer,
  constraint stated_dates_pkey primary key (region, date, from_run)
);

create table scaled_sources (
  source_id integer not null,
  from_run  integer not null,
  until_run integer,
  compared  bigint not null,
  scaled    bigint not null,
  constraint scaled_sources_pkey primary key (source_id, from_run)
);

create unlogged table work_revisited (
  order_no  text collate "C" not null,
  logged_at timestamptz not null,
  digest    uuid not null
);

create unlogged table work_rows (
  order_no        text collate "C" not null,
  logged_at       timestamptz not null,
  digest          uuid not null,
  is_known        boolean not null,
  merchant_id     text collate "C" not null,
  region          text collate "C" not null,
  type            text collate "C" not null,
  status          text collate "C" not null,
  trade_no        text collate "C",
  sub_merchant_id text collate "C",
  payment_method  text collate "C",
  currency        text collate "C",
  gross_minor     bigint,
  fee_minor       bigint,
  net_minor       bigint,
  stated_at       timestamptz not null,
  completed_at    timestamptz,
  settled_on      date,
  payout_id       text collate "C",
  source_id       integer not null,
  row_id          text collate "C",
  line            bigint not null
);

create unlogged table work_owners (
  order_no          text collate "C" not null,
  logged_at         timestamptz not null,
  digest            uuid not null,
  owner_order_no    text collate "C" not null,
  owner_merchant_id text collate "C" not null,
  is_known          boolean not null
);

create unlogged table work_fees (
  order_no           text collate "C" not null,
  logged_at          timestamptz not null,
  digest             uuid not null,
  expected_fee_minor bigint not null,
  differs            boolean not null
);

create unlogged table work_stated (
  order_no           text collate "C" not null,
  merchant_id        text collate "C" not null,
  paid_rows          bigint not null,
  stated_since       timestamptz,
  compared_low       bigint,
  compared_high      bigint,
  currency_low       text collate "C",
  currency_high      text collate "C",
  failed_rows        bigint not null,
  stated_currency    text collate "C",
  stated_minor       numeric(38),
  fee_minor          numeric(38),
  net_minor          numeric(38),
  expected_fee_minor numeric(38),
  settled_on         date,
  payout_id          text collate "C",
  returned_currency  text collate "C",
  returned_minor     numeric(38),
  fee_differs        boolean not null,
  net_differs        boolean not null
);

create unlogged table work_stated_rows (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  trade_no    text collate "C",
  currency    text collate "C",
  gross_minor bigint,
  status      text collate "C" not null,
  is_scaled   boolean not null
);

create unlogged table work_stated_payments (
  order_no      text collate "C" not null,
  merchant_id   text collate "C" not null,
  is_unstated   boolean not null,
  is_other      boolean not null,
  is_failed     boolean not null,
  is_duplicated boolean not null
);

create unlogged table work_statement_rows (
  order_no            text collate "C" not null,
  logged_at           timestamptz not null,
  digest              uuid not null,
  from_run            integer not null,
  until_run           integer,
  row_date            date not null,
  region              text collate "C" not null,
  matched             text collate "C" not null,
  matched_order_no    text collate "C",
  matched_merchant_id text collate "C",
  sub_merchant_id     text collate "C",
  expected_fee_minor  bigint,
  findings            text collate "C" not null,
  merchant_id         text collate "C" not null,
  trade_no            text collate "C",
  row_id              text collate "C",
  type                text collate "C" not null,
  status              text collate "C" not null,
  payment_method      text collate "C",
  currency            text collate "C",
  gross_minor         bigint,
  fee_minor           bigint,
  net_minor           bigint,
  completed_at        timestamptz,
  settled_on          date,
  payout_id           text collate "C",
  source_id           integer not null,
  line                bigint not null
);

create unlogged table work_stated_orders (
  order_no         text collate "C" not null,
  merchant_id      text collate "C" not null,
  from_run         integer not null,
  until_run        integer,
  business_date    date not null,
  region           text collate "C" not null,
  stated_currency  text collate "C",
  stated_minor     numeric(38),
  fee_minor        numeric(38),
  net_minor        numeric(38),
  settled_on       date,
  payout_id        text collate "C",
  returned_currency text collate "C",
  returned_minor   numeric(38)
);

create unlogged table work_payouts (
  payout_id     text collate "C" not null,
  region        text collate "C" not null,
  currency      text collate "C" not null,
  settled_on    date,
  rows          integer not null,
  gross_minor   numeric(38),
  fee_minor     numeric(38),
  refunds_minor numeric(38),
  net_minor     numeric(38)
);

create unlogged table work_payout_rows (
  payout_id      text collate "C" not null,
  region         text collate "C" not null,
  currency       text collate "C" not null,
  bank_digest    text collate "C" not null,
  from_run       integer not null,
  until_run      integer,
  settled_on     date,
  rows           integer not null,
  gross_minor    numeric(38),
  fee_minor      numeric(38),
  refunds_minor  numeric(38),
  net_minor      numeric(38),
  bank_minor     numeric(38),
  booked_on      date,
  bank_reference text collate "C"
);
