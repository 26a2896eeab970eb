-- Purpose: what the provider's statements and the bank say, as evidence.
-- Grain:   statements: one row per distinct statement of a row; a corrected row has several, and the one read last counts.
--          bank_rows: likewise, of a bank's account statement.
-- Units:   _minor in minor units of the currency, _text as the amount was read, in the unit of the table that it came in.
--          order_no and merchant_id are empty where the row has none. issuer is the table of the setting `map`, or the source,
--          by which the row was read; row_key names the row there: its row_id, or, without one, its digest.
--          logged_at is the row's time or date read without any setting.

create table statements (
  order_no          text collate "C" not null,
  merchant_id       text collate "C" not null,
  logged_at         timestamptz not null,
  digest            uuid not null,
  region            text collate "C" not null,
  issuer            text collate "C" not null,
  row_key           text collate "C" not null,
  row_id            text collate "C",
  type              text collate "C" not null,
  type_text         text collate "C",
  status            text collate "C" not null,
  status_text       text collate "C",
  trade_no          text collate "C",
  sub_merchant_id   text collate "C",
  payment_method    text collate "C",
  currency          text collate "C",
  gross_minor       bigint,
  gross_text        text collate "C",
  fee_minor         bigint,
  fee_text          text collate "C",
  net_minor         bigint,
  net_text          text collate "C",
  completed_at      timestamptz,
  completed_at_text text collate "C",
  offset_source     text collate "C" not null,
  time_ambiguous    boolean not null,
  settled_on        date,
  settled_on_text   text collate "C",
  payout_id         text collate "C",
  source_id         integer not null,
  line              bigint not null,
  amended_by        integer,
  constraint statements_pkey primary key (order_no, logged_at, digest)
);

create index statements_by_source on statements (source_id);

create index statements_by_trade_no on statements using hash (trade_no);

create index statements_by_row on statements (issuer, row_key) where row_id is not null;

create index statements_by_payout on statements (payout_id) where payout_id is not null;

create table bank_rows (
  logged_at      timestamptz not null,
  digest         uuid not null,
  region         text collate "C" not null,
  issuer         text collate "C" not null,
  row_key        text collate "C" not null,
  row_id         text collate "C",
  booked_on      date not null,
  booked_on_text text collate "C",
  currency       text collate "C",
  amount_minor   bigint,
  amount_text    text collate "C",
  reference      text collate "C",
  source_id      integer not null,
  line           bigint not null,
  amended_by     integer,
  constraint bank_rows_pkey primary key (logged_at, digest)
);

create index bank_rows_by_source on bank_rows (source_id);
