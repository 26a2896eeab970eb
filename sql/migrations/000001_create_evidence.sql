-- Purpose: what was read, and where from. Evidence is append-only.
-- Grain:   sources: one row per file read; rejects: one per line that belongs to no order;
--          pay_ins, callbacks: one per distinct record; violations: one per record and broken rule.
-- Units:   *_minor in minor units of the row's currency; *_at as instants; *_text as read.
-- Keys:    every key of a big table has order_no (to distribute by) and logged_at (to partition by).

create table sources (
  source_id   integer generated always as identity,
  name        text collate "C" not null,
  forced_kind text collate "C",
  sha256      text collate "C" not null,
  bytes       bigint not null,
  read_at     timestamptz not null,
  records     bigint not null,
  accepted    bigint not null,
  duplicate   bigint not null,
  rejected    bigint not null,
  constraint sources_pkey primary key (source_id),
  constraint sources_tie check (records = accepted + duplicate + rejected)
);

create index sources_by_content on sources (sha256);

create table rejects (
  source_id integer not null,
  line      bigint not null,
  reason    text collate "C" not null,
  detail    text collate "C" not null,
  constraint rejects_pkey primary key (source_id, line),
  constraint rejects_of_source foreign key (source_id) references sources (source_id)
);

create table pay_ins (
  order_no               text collate "C" not null,
  merchant_id            text collate "C" not null,
  logged_at              timestamptz not null,
  digest                 uuid not null,
  region                 text collate "C" not null,
  sub_merchant_id        text collate "C",
  payment_method         text collate "C",
  currency               text collate "C",
  amount_minor           bigint,
  amount_text            text collate "C",
  sent_at_text           text collate "C",
  timestamp_text         text collate "C",
  requested_at           timestamptz not null,
  created_at             timestamptz not null,
  expiry_period_text     text collate "C",
  expires_at             timestamptz not null,
  has_response           boolean not null,
  response_timestamp_text text collate "C",
  response_time_text     text collate "C",
  response_code          text collate "C",
  response_status        text collate "C",
  response_order_no      text collate "C",
  response_merchant_id   text collate "C",
  response_currency      text collate "C",
  response_amount_minor  bigint,
  response_amount_text   text collate "C",
  response_method        text collate "C",
  trade_no               text collate "C",
  account_no             text collate "C",
  time_unreadable        boolean not null,
  time_ambiguous         boolean not null,
  offset_disagrees       boolean not null,
  source_id              integer not null,
  line                   bigint not null,
  constraint pay_ins_pkey primary key (order_no, logged_at, digest)
);

create table callbacks (
  order_no              text collate "C" not null,
  merchant_id           text collate "C" not null,
  logged_at             timestamptz not null,
  digest                uuid not null,
  region                text collate "C" not null,
  trade_no              text collate "C",
  sub_merchant_id       text collate "C",
  payment_method        text collate "C",
  status                text collate "C",
  currency              text collate "C",
  amount_minor          bigint,
  amount_text           text collate "C",
  transaction_time_text text collate "C",
  completed_at          timestamptz,
  offset_source         text collate "C" not null,
  completed_impossible  boolean not null,
  received_at_text      text collate "C",
  timestamp_text        text collate "C",
  received_at           timestamptz not null,
  verified              boolean,
  ack                   text collate "C",
  time_unreadable       boolean not null,
  time_ambiguous        boolean not null,
  offset_disagrees      boolean not null,
  source_id             integer not null,
  line                  bigint not null,
  constraint callbacks_pkey primary key (order_no, logged_at, digest)
);

-- A duplicate of a record may show a broken rule that the first reading did not (a number where text was
-- due); keeping violations by themselves makes the result the same in whichever order files are read.
create table violations (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  logged_at   timestamptz not null,
  digest      uuid not null,
  field       text collate "C" not null,
  rule        text collate "C" not null,
  shape       text collate "C" not null,
  constraint violations_pkey primary key (order_no, logged_at, digest, field, rule)
);

-- Loading goes through unlogged copies of the tables, one batch at a time.
create unlogged table stage_pay_ins (like pay_ins);
create unlogged table stage_callbacks (like callbacks);
create unlogged table stage_violations (like violations);
