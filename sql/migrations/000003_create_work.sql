-- Purpose: the stages of one run, emptied at its start. One run at a time works on a store.
-- Grain:   work_callbacks: one row per callback that counts; work_orders: per order with pay-in records;
--          work_notifications: per notification; work_payments: per payment; work_evidence: per order, all
--          that the rules look at; work_verdicts: per order; work_findings: per order and finding;
--          work_*_results: what this run would have the results be.
-- Units:   *_minor in minor units of the row's currency; *_at as instants; *_date in the region's zone.

create unlogged table work_callbacks (
  order_no             text collate "C" not null,
  merchant_id          text collate "C" not null,
  by_trade_no          boolean not null,
  digest               uuid not null,
  region               text collate "C" not null,
  trade_no             text collate "C",
  sub_merchant_id      text collate "C",
  payment_method       text collate "C",
  status               text collate "C",
  status_class         text collate "C" not null,
  currency             text collate "C",
  amount_minor         bigint,
  amount_text          text collate "C",
  amount_key           text collate "C",
  completed_at         timestamptz,
  completed_impossible boolean not null,
  offset_source        text collate "C" not null,
  received_at          timestamptz not null,
  ack                  text collate "C",
  time_unreadable      boolean not null,
  time_ambiguous       boolean not null,
  offset_disagrees     boolean not null,
  violations           text collate "C",
  source_id            integer not null,
  line                 bigint not null
);

create unlogged table work_orders (
  order_no              text collate "C" not null,
  merchant_id           text collate "C" not null,
  pay_ins               bigint not null,
  first_requested_at    timestamptz not null,
  any_response          boolean not null,
  all_responses         boolean not null,
  any_accepted          boolean not null,
  differing_currency    boolean not null,
  differing_amount      boolean not null,
  differing_method      boolean not null,
  differing_trade_no    boolean not null,
  unknown_response_status boolean not null,
  time_unreadable       boolean not null,
  time_ambiguous        boolean not null,
  offset_disagrees      boolean not null,
  violations            text collate "C",
  region                text collate "C" not null,
  sub_merchant_id       text collate "C",
  payment_method        text collate "C",
  currency              text collate "C",
  amount_minor          bigint,
  amount_text           text collate "C",
  requested_at          timestamptz not null,
  expires_at            timestamptz not null,
  has_response          boolean not null,
  response_code         text collate "C",
  response_status       text collate "C",
  response_order_no     text collate "C",
  response_merchant_id  text collate "C",
  response_currency     text collate "C",
  response_amount_minor bigint,
  response_amount_text  text collate "C",
  response_method       text collate "C",
  trade_no              text collate "C",
  account_no            text collate "C"
);

create unlogged table work_notifications (
  order_no             text collate "C" not null,
  merchant_id          text collate "C" not null,
  digest               uuid not null,
  status               text collate "C",
  status_class         text collate "C" not null,
  trade_no             text collate "C",
  sub_merchant_id      text collate "C",
  payment_method       text collate "C",
  currency             text collate "C",
  amount_minor         bigint,
  amount_text          text collate "C",
  amount_key           text collate "C",
  completed_at         timestamptz,
  completed_impossible boolean not null,
  offset_source        text collate "C" not null,
  received_at          timestamptz not null,
  never_acknowledged   boolean not null
);

create unlogged table work_payments (
  order_no             text collate "C" not null,
  merchant_id          text collate "C" not null,
  payment_trade_no     text collate "C",
  digest               uuid not null,
  trade_no             text collate "C",
  sub_merchant_id      text collate "C",
  payment_method       text collate "C",
  currency             text collate "C",
  amount_minor         bigint,
  amount_text          text collate "C",
  completed_at         timestamptz,
  completed_impossible boolean not null,
  offset_source        text collate "C" not null,
  received_at          timestamptz not null,
  conflicting          boolean not null
);

create unlogged table work_evidence (
  order_no              text collate "C" not null,
  merchant_id           text collate "C" not null,
  region                text collate "C" not null,
  business_date         date not null,
  sub_merchant_id       text collate "C",
  payment_method        text collate "C",
  currency              text collate "C",
  trade_no              text collate "C",
  has_pay_in            boolean not null,
  requested_sub_merchant_id text collate "C",
  requested_method      text collate "C",
  requested_currency    text collate "C",
  requested_minor       bigint,
  requested_text        text collate "C",
  requested_at          timestamptz,
  expires_at            timestamptz,
  deadline_at           timestamptz,
  any_response          boolean not null,
  all_responses         boolean not null,
  any_accepted          boolean not null,
  differing_currency    boolean not null,
  differing_amount      boolean not null,
  differing_method      boolean not null,
  differing_trade_no    boolean not null,
  unknown_response_status boolean not null,
  has_response          boolean not null,
  response_code         text collate "C",
  response_status       text collate "C",
  response_order_no     text collate "C",
  response_merchant_id  text collate "C",
  response_currency     text collate "C",
  response_minor        bigint,
  response_text         text collate "C",
  response_method       text collate "C",
  response_trade_no     text collate "C",
  account_no            text collate "C",
  has_reversed          boolean not null,
  has_failed            boolean not null,
  has_pending           boolean not null,
  has_unknown           boolean not null,
  has_unverified        boolean not null,
  by_trade_no           boolean not null,
  status_regressed      boolean not null,
  never_acknowledged    boolean not null,
  time_unreadable       boolean not null,
  time_ambiguous        boolean not null,
  offset_disagrees      boolean not null,
  violations            text collate "C",
  payments              integer not null,
  payments_conflict     boolean not null,
  payment_unreadable    boolean not null,
  paid_trade_no         text collate "C",
  paid_sub_merchant_id  text collate "C",
  paid_method           text collate "C",
  paid_currency         text collate "C",
  paid_minor            numeric(38, 0),
  paid_text             text collate "C",
  paid_at               timestamptz,
  paid_at_impossible    boolean,
  offset_source         text collate "C",
  received_at           timestamptz
);

create unlogged table work_verdicts (
  order_no      text collate "C" not null,
  merchant_id   text collate "C" not null,
  outcome       text collate "C" not null,
  stuck_reason  text collate "C",
  amount_reason text collate "C",
  findings      text collate "C" not null
);

create unlogged table work_findings (
  order_no      text collate "C" not null,
  merchant_id   text collate "C" not null,
  code          text collate "C" not null,
  reason        text collate "C",
  expected      text collate "C",
  actual        text collate "C"
);

create unlogged table work_order_results (like order_results);
create unlogged table work_payment_results (like payment_results);
create unlogged table work_finding_results (like finding_results);
create unlogged table work_orphan_results (like orphan_results);
