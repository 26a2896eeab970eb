-- Purpose: the layout that sql/migrations come to, for reading. Made by `npm run generate` from the database's own
--          catalogue; a test holds it against both engines.
-- Grain:   one statement per table in the order of their names, with its keys and checks, then its indexes; then views.
-- Parameters: none

create table access_tokens (
  token_id bigint not null generated always as identity,
  token_hash text collate "C" not null,
  user_id bigint not null,
  name text collate "C" not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint access_tokens_pkey primary key (token_id),
  constraint access_tokens_token_hash_key unique (token_hash),
  constraint access_tokens_user_id_fkey foreign key (user_id) references users(user_id)
);

create index access_tokens_by_user on access_tokens using btree (user_id);

create table adjustments (
  run_id integer not null,
  known_date date not null,
  region text collate "C" not null,
  business_date date not null,
  merchant_id text collate "C" not null,
  order_no text collate "C" not null,
  payment text collate "C" not null,
  field text collate "C" not null,
  previous text collate "C",
  current text collate "C",
  constraint adjustments_pkey primary key (run_id, region, business_date, merchant_id, order_no, payment, field)
);

create index adjustments_by_date on adjustments using btree (known_date, region);

create index adjustments_by_order on adjustments using btree (order_no, merchant_id);

create table audit_entries (
  entry bigint not null,
  at timestamp with time zone not null,
  who text collate "C" not null,
  action text collate "C" not null,
  region text collate "C",
  merchant_id text collate "C",
  order_no text collate "C",
  code text collate "C",
  reason text collate "C",
  before text collate "C",
  after text collate "C",
  previous_hash text collate "C" not null,
  hash text collate "C" not null,
  constraint audit_entries_pkey primary key (entry)
);

create index audit_entries_nothing_logged on audit_entries using btree (entry) where (action = 'nothing-logged'::text);

create index audit_entries_of_order on audit_entries using btree (order_no) where (order_no is not null);

create index audit_entries_withdraw on audit_entries using btree (entry) where (action = 'withdraw'::text);

create table audit_queue (
  queue_id bigint not null generated always as identity,
  at timestamp with time zone not null,
  who text collate "C" not null,
  action text collate "C" not null,
  reason text collate "C",
  before text collate "C",
  after text collate "C",
  constraint audit_queue_pkey primary key (queue_id)
);

create table bank_rows (
  logged_at timestamp with time zone not null,
  digest uuid not null,
  region text collate "C" not null,
  issuer text collate "C" not null,
  row_key text collate "C" not null,
  row_id text collate "C",
  booked_on date not null,
  booked_on_text text collate "C",
  currency text collate "C",
  amount_minor bigint,
  amount_text text collate "C",
  reference text collate "C",
  source_id integer not null,
  line bigint not null,
  amended_by integer,
  place integer,
  place_line bigint,
  released_by integer[],
  constraint bank_rows_pkey primary key (logged_at, digest)
);

create index bank_rows_by_source on bank_rows using btree (source_id);

create table callbacks (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  region text collate "C" not null,
  trade_no text collate "C",
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  status text collate "C",
  currency text collate "C",
  amount_minor bigint,
  amount_text text collate "C",
  transaction_time_text text collate "C",
  completed_at timestamp with time zone,
  offset_source text collate "C" not null,
  completed_impossible boolean not null,
  received_at_text text collate "C",
  timestamp_text text collate "C",
  received_at timestamp with time zone not null,
  verified boolean,
  ack text collate "C",
  time_unreadable boolean not null,
  time_ambiguous boolean not null,
  offset_disagrees boolean not null,
  source_id integer not null,
  line bigint not null,
  amended_by integer,
  constraint callbacks_pkey primary key (order_no, logged_at, digest)
);

create index callbacks_amended on callbacks using btree (amended_by) where (amended_by is not null);

create index callbacks_by_source on callbacks using btree (source_id);

create index callbacks_by_time on callbacks using btree (received_at);

create index callbacks_by_trade_no on callbacks using hash (trade_no);

create index callbacks_unverified on callbacks using btree (order_no) where (verified = false);

create table case_states (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  code text collate "C" not null,
  from_entry bigint not null,
  until_entry bigint,
  state text collate "C" not null,
  assignee text collate "C",
  note text collate "C",
  reason text collate "C",
  expected text collate "C",
  actual text collate "C",
  finding_reason text collate "C",
  awaiting_by text collate "C",
  awaiting_reason text collate "C",
  awaiting_currency text collate "C",
  awaiting_amount_minor numeric(38,0),
  constraint case_states_pkey primary key (order_no, merchant_id, code, from_entry),
  constraint case_states_of_entry foreign key (from_entry) references audit_entries(entry),
  constraint case_states_awaiting_known check (
case
    when awaiting_by is null then awaiting_reason is null and awaiting_currency is null and awaiting_amount_minor is null
    else state = 'open'::text and awaiting_reason is not null
end),
  constraint case_states_known check (state = any (array['open'::text, 'resolved'::text, 'accepted'::text, 'written_off'::text]))
);

create table changed_dates (
  date date not null,
  region text collate "C" not null,
  run_id integer not null,
  constraint changed_dates_pkey primary key (date, region, run_id)
);

create table closings (
  region text collate "C" not null,
  from_entry bigint not null,
  until_entry bigint,
  through_date date not null,
  previous_through date,
  constraint closings_pkey primary key (region, from_entry)
);

create table counting_progress (
  single boolean not null default true,
  rules text collate "C" not null,
  from_at timestamp with time zone not null,
  last_source_id integer not null,
  constraint counting_progress_pkey primary key (single),
  constraint counting_progress_once check (single)
);

create table coverage_declarations (
  declaration_id integer not null generated always as identity,
  source_id integer not null,
  complete_until timestamp with time zone not null,
  declared_at timestamp with time zone not null,
  after_run integer not null,
  constraint coverage_declarations_pkey primary key (declaration_id),
  constraint coverage_declarations_of_source foreign key (source_id) references sources(source_id)
);

create table coverage_gaps (
  region text collate "C" not null,
  kind text collate "C" not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  expected integer not null,
  file text collate "C" not null,
  files integer not null,
  from_run integer not null,
  until_run integer,
  constraint coverage_gaps_pkey primary key (region, kind, from_at, file, from_run)
);

create index coverage_gaps_open on coverage_gaps using btree (region, from_at) where (until_run is null);

create table date_findings (
  date date not null,
  region text collate "C" not null,
  run_id integer not null,
  code text collate "C" not null,
  orders bigint not null,
  example text collate "C" not null,
  constraint date_findings_pkey primary key (date, region, run_id, code)
);

create table date_totals (
  date date not null,
  region text collate "C" not null,
  run_id integer not null,
  outcome text collate "C" not null,
  currency text collate "C",
  paid_currency text collate "C",
  is_paid boolean not null,
  orders bigint not null,
  requested_minor numeric not null,
  paid_minor numeric not null
);

create index date_totals_of_run on date_totals using btree (date, region, run_id);

create table delay_changes (
  run_id integer not null,
  date date not null,
  region text collate "C" not null,
  payment_method text collate "C",
  hour integer not null,
  measure text collate "C" not null,
  seconds bigint not null,
  payments bigint not null,
  late bigint not null
);

create index delay_changes_by_date on delay_changes using btree (region, date);

create table delivered_files (
  delivery text collate "C" not null,
  place text collate "C" not null,
  folder text collate "C" not null,
  name text collate "C" not null,
  bytes bigint not null,
  sha256 text collate "C" not null,
  date date not null,
  region text collate "C" not null,
  version integer not null,
  constraint delivered_files_pkey primary key (delivery, place, folder, name)
);

create table deliveries (
  delivery text collate "C" not null,
  date date not null,
  region text collate "C" not null,
  version integer not null,
  found_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  superseded_at timestamp with time zone,
  files integer,
  last_error text collate "C",
  constraint deliveries_pkey primary key (delivery, date, region, version)
);

create index deliveries_waiting on deliveries using btree (delivery, due_at) where ((sent_at is null) and (superseded_at is null));

create table file_digests (
  name text collate "C" not null,
  identity text collate "C" not null,
  sha256 text collate "C" not null,
  constraint file_digests_pkey primary key (name)
);

create table finding_rows (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  code text collate "C" not null,
  from_run integer not null,
  until_run integer,
  business_date date not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no text collate "C",
  expected text collate "C",
  actual text collate "C",
  reason text collate "C",
  first_seen_at timestamp with time zone not null,
  constraint finding_rows_pkey primary key (order_no, merchant_id, code, from_run)
);

create index finding_rows_begun on finding_rows using btree (from_run);

create index finding_rows_by_date on finding_rows using btree (business_date, region);

create index finding_rows_ended on finding_rows using btree (until_run) where (until_run is not null);

create index finding_rows_listed on finding_rows using btree (region, code, first_seen_at, merchant_id, order_no) include (business_date) where (until_run is null);

create index finding_rows_of_merchant on finding_rows using btree (merchant_id, code, first_seen_at, order_no) include (region, business_date) where (until_run is null);

create table flow_changes (
  run_id integer not null,
  date date not null,
  region text collate "C" not null,
  merchant_id text collate "C" not null,
  currency text collate "C",
  flow text collate "C" not null,
  orders bigint not null,
  requested_minor numeric(38,0) not null,
  unreadable bigint not null
);

create index flow_changes_by_date on flow_changes using btree (region, date);

create table job_plans (
  job text collate "C" not null,
  region text collate "C" not null,
  planned_from timestamp with time zone not null,
  constraint job_plans_pkey primary key (job, region)
);

create table job_runs (
  job text collate "C" not null,
  region text collate "C" not null,
  due_at timestamp with time zone not null,
  by_hand boolean not null,
  date date,
  replaces_runs integer not null default 1,
  attempt integer not null default 0,
  failures integer not null default 0,
  outcome text collate "C" not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  retry_at timestamp with time zone,
  is_reported boolean not null default false,
  fault text collate "C",
  held boolean not null default false,
  constraint job_runs_pkey primary key (job, region, due_at, by_hand),
  constraint job_runs_outcome check (outcome = any (array['due'::text, 'running'::text, 'done'::text, 'failed'::text, 'superseded'::text]))
);

create index job_runs_ended on job_runs using btree (ended_at);

create index job_runs_open on job_runs using btree (job, region, due_at) where (outcome = any (array['due'::text, 'running'::text, 'failed'::text]));

create table judgings (
  region text collate "C" not null,
  run_id integer not null,
  as_of timestamp with time zone not null,
  last_source_id integer not null,
  judging_digest text collate "C" not null,
  judging_rules integer not null default 1,
  constraint judgings_pkey primary key (region)
);

create table known_addresses (
  user_id bigint not null,
  address text collate "C" not null,
  signed_in_at timestamp with time zone not null,
  constraint known_addresses_pkey primary key (user_id, address),
  constraint known_addresses_user_id_fkey foreign key (user_id) references users(user_id)
);

create table known_rejects (
  name text collate "C" not null,
  digest text collate "C" not null,
  constraint known_rejects_pkey primary key (name, digest)
);

create table migrations (
  name text collate "C" not null,
  sha256 text not null,
  constraint migrations_pkey primary key (name)
);

create table moved_records (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  kind text collate "C" not null,
  digest uuid not null,
  until_run integer not null,
  known_at timestamp with time zone not null,
  constraint moved_records_pkey primary key (order_no, kind, digest, until_run)
);

create table night_runs (
  run_id integer not null,
  region text collate "C" not null,
  announced boolean not null default false,
  constraint night_runs_pkey primary key (run_id)
);

create table order_counts (
  region text collate "C" not null,
  payment_method text collate "C" not null,
  merchant_id text collate "C" not null,
  slot_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  paid_at timestamp with time zone not null,
  orders integer not null,
  constraint order_counts_pkey primary key (region, slot_at, payment_method, merchant_id, due_at, paid_at)
);

create table order_rows (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  from_run integer not null,
  until_run integer,
  business_date date not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  requested_currency text collate "C",
  requested_minor bigint,
  requested_text text collate "C",
  paid_currency text collate "C",
  paid_minor numeric(38,0),
  paid_text text collate "C",
  difference_minor numeric(38,0),
  amount_reason text collate "C",
  outcome text collate "C" not null,
  stuck_reason text collate "C",
  findings text collate "C" not null,
  requested_at timestamp with time zone,
  paid_at timestamp with time zone,
  offset_source text collate "C",
  received_at timestamp with time zone,
  expires_at timestamp with time zone,
  deadline_at timestamp with time zone,
  payments integer not null,
  account_no text collate "C",
  response_code text collate "C",
  response_status text collate "C",
  closed_on date,
  payment_trade_no text collate "C",
  paid_date date,
  paid_hour integer,
  payment_delay_seconds bigint,
  callback_delay_seconds bigint,
  after_expiry boolean,
  late boolean,
  stated_currency text collate "C",
  stated_minor numeric(38,0),
  fee_minor numeric(38,0),
  net_minor numeric(38,0),
  settled_on date,
  payout_id text collate "C",
  returned_currency text collate "C",
  returned_minor numeric(38,0),
  owed_since date,
  constraint order_rows_pkey primary key (order_no, merchant_id, from_run)
);

create index order_rows_begun on order_rows using btree (from_run);

create index order_rows_by_account on order_rows using btree ("left"(account_no, 64)) where ((until_run is null) and (account_no is not null));

create index order_rows_by_trade_no on order_rows using btree ("left"(trade_no, 64)) where ((until_run is null) and (trade_no is not null));

create index order_rows_ended on order_rows using btree (until_run) where (until_run is not null);

create index order_rows_in_order on order_rows using btree (business_date, region, merchant_id, order_no);

create index order_rows_off on order_rows using btree (business_date, region, merchant_id, order_no) where (amount_reason is not null);

create index order_rows_paid_on_other_date on order_rows using btree (paid_date, region, merchant_id, order_no) where (paid_date <> business_date);

create index order_rows_payment_apart on order_rows using btree (order_no) where ((until_run is null) and (payments = 1) and (paid_date is null));

create index order_rows_several_payments on order_rows using btree (business_date, region) where (payments > 1);

create index order_rows_stuck on order_rows using btree (region, business_date) where ((outcome = 'STUCK'::text) and (until_run is null));

create index order_rows_waiting on order_rows using btree (deadline_at) where ((until_run is null) and (outcome = any (array['PENDING'::text, 'STUCK'::text])));

create table orphan_results (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  digest uuid not null,
  from_run integer not null,
  until_run integer,
  business_date date not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no text collate "C",
  payment_method text collate "C",
  status text collate "C",
  currency text collate "C",
  paid_minor bigint,
  completed_at timestamp with time zone,
  received_at timestamp with time zone not null,
  source_id integer not null,
  line bigint not null,
  constraint orphan_results_pkey primary key (order_no, merchant_id, digest, from_run)
);

create index orphan_results_begun on orphan_results using btree (from_run);

create index orphan_results_by_date on orphan_results using btree (business_date, region);

create index orphan_results_ended on orphan_results using btree (until_run) where (until_run is not null);

create table outbox (
  message_id bigint not null generated always as identity,
  channel text collate "C" not null,
  key text collate "C" not null,
  topic text collate "C" not null,
  severity text collate "C" not null,
  facts text collate "C" not null,
  written_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  last_error text collate "C",
  sent_to text[] collate "C",
  not_sent_to text[] collate "C",
  constraint outbox_pkey primary key (message_id),
  constraint outbox_once unique (channel, key)
);

create index outbox_in_order on outbox using btree (channel, ((sent_to is not null)), (
case
    when (sent_to is null) then written_at
    else due_at
end), message_id) where ((sent_at is null) and (given_up_at is null));

create index outbox_waiting on outbox using btree (channel, due_at) where ((sent_at is null) and (given_up_at is null));

create table owed_changes (
  run_id integer not null,
  date date not null,
  region text collate "C" not null,
  merchant_id text collate "C" not null,
  currency text collate "C",
  flow text collate "C" not null,
  orders bigint not null,
  minor numeric(38,0) not null,
  constraint owed_changes_flow check (flow = any (array['owed'::text, 'returned'::text]))
);

create index owed_changes_by_date on owed_changes using btree (region, date);

create table pay_ins (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  amount_minor bigint,
  amount_text text collate "C",
  sent_at_text text collate "C",
  timestamp_text text collate "C",
  requested_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expiry_period_text text collate "C",
  expires_at timestamp with time zone not null,
  has_response boolean not null,
  response_timestamp_text text collate "C",
  response_time_text text collate "C",
  response_code text collate "C",
  response_status text collate "C",
  response_order_no text collate "C",
  response_merchant_id text collate "C",
  response_currency text collate "C",
  response_amount_minor bigint,
  response_amount_text text collate "C",
  response_method text collate "C",
  trade_no text collate "C",
  account_no text collate "C",
  time_unreadable boolean not null,
  time_ambiguous boolean not null,
  offset_disagrees boolean not null,
  source_id integer not null,
  line bigint not null,
  has_request boolean not null default true,
  answered_at timestamp with time zone,
  amended_by integer,
  response_sub_merchant_id text collate "C",
  constraint pay_ins_pkey primary key (order_no, logged_at, digest)
);

create index pay_ins_amended on pay_ins using btree (amended_by) where (amended_by is not null);

create index pay_ins_by_source on pay_ins using btree (source_id);

create index pay_ins_by_time on pay_ins using btree (requested_at);

create index pay_ins_by_trade_no on pay_ins using hash (trade_no);

create index pay_ins_responses_alone on pay_ins using btree (order_no) where (not has_request);

create table payment_changes (
  run_id integer not null,
  date date not null,
  region text collate "C" not null,
  merchant_id text collate "C" not null,
  payment_method text collate "C",
  currency text collate "C",
  payments bigint not null,
  paid_minor numeric(38,0) not null,
  refunded_minor numeric(38,0) not null,
  unreadable bigint not null
);

create index payment_changes_by_date on payment_changes using btree (region, date);

create table payment_counts (
  region text collate "C" not null,
  payment_method text collate "C" not null,
  merchant_id text collate "C" not null,
  slot_at timestamp with time zone not null,
  payments integer not null,
  timed integer not null,
  late integer not null,
  compared integer not null,
  mismatched integer not null,
  constraint payment_counts_pkey primary key (region, slot_at, payment_method, merchant_id)
);

create table payout_rows (
  payout_id text collate "C" not null,
  region text collate "C" not null,
  currency text collate "C" not null,
  bank_digest text collate "C" not null,
  from_run integer not null,
  until_run integer,
  settled_on date,
  rows integer not null,
  gross_minor numeric(38,0),
  fee_minor numeric(38,0),
  refunds_minor numeric(38,0),
  net_minor numeric(38,0),
  bank_minor numeric(38,0),
  booked_on date,
  bank_reference text collate "C",
  constraint payout_rows_pkey primary key (payout_id, region, currency, bank_digest, from_run)
);

create index payout_rows_by_date on payout_rows using btree (settled_on, region);

create table purged_dates (
  date date not null,
  region text collate "C" not null,
  entry bigint not null,
  constraint purged_dates_pkey primary key (date, region)
);

create table purged_records (
  digest uuid not null,
  constraint purged_records_pkey primary key (digest)
);

create table record_copies (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  kind text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  source_id integer not null,
  line bigint not null,
  amount_text text collate "C",
  response_amount_text text collate "C",
  violations jsonb not null,
  withdrawn_by bigint,
  constraint record_copies_pkey primary key (order_no, kind, logged_at, digest, source_id)
);

create index record_copies_by_source on record_copies using btree (source_id);

create table record_counts (
  source_id integer not null,
  region text collate "C" not null,
  kind text collate "C" not null,
  slot_at timestamp with time zone not null,
  records integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint record_counts_pkey primary key (source_id, region, kind, slot_at),
  constraint record_counts_of_source foreign key (source_id) references sources(source_id)
);

create index record_counts_by_time on record_counts using btree (region, kind, slot_at);

create table rejects (
  source_id integer not null,
  line bigint not null,
  reason text collate "C" not null,
  detail text collate "C" not null,
  constraint rejects_pkey primary key (source_id, line),
  constraint rejects_of_source foreign key (source_id) references sources(source_id)
);

create table reported_dates (
  date date not null,
  region text collate "C" not null,
  run_id integer not null,
  constraint reported_dates_pkey primary key (date, region)
);

create table run_coverage (
  run_id integer not null,
  region text collate "C" not null,
  pay_ins_at timestamp with time zone,
  callbacks_at timestamp with time zone,
  declared_until timestamp with time zone,
  quiet_seconds integer not null,
  constraint run_coverage_pkey primary key (run_id, region),
  constraint run_coverage_of_run foreign key (run_id) references runs(run_id)
);

create table run_unread_sources (
  run_id integer not null,
  source text collate "C" not null,
  code text collate "C" not null,
  files integer not null,
  example text collate "C" not null,
  found text collate "C" not null,
  constraint run_unread_sources_pkey primary key (run_id, source, code),
  constraint run_unread_sources_of_run foreign key (run_id) references runs(run_id)
);

create table runs (
  run_id integer not null generated always as identity,
  as_of timestamp with time zone not null,
  started_at timestamp with time zone not null,
  settings_digest text collate "C" not null,
  program_version text collate "C" not null,
  zone_version text collate "C" not null,
  last_source_id integer not null,
  zones text collate "C",
  last_entry bigint not null default 0,
  last_declaration integer,
  reading_rules integer not null default 1,
  gap_rules text collate "C",
  has_statements boolean not null default false,
  constraint runs_pkey primary key (run_id)
);

create table scaled_sources (
  source_id integer not null,
  from_run integer not null,
  until_run integer,
  compared bigint not null,
  scaled bigint not null,
  constraint scaled_sources_pkey primary key (source_id, from_run)
);

create table sent_forms (
  form_id text collate "C" not null,
  session_hash text collate "C" not null,
  sent_at timestamp with time zone not null,
  answer text collate "C",
  constraint sent_forms_pkey primary key (form_id),
  constraint sent_forms_session_hash_fkey foreign key (session_hash) references sessions(session_hash) on delete cascade
);

create index sent_forms_by_session on sent_forms using btree (session_hash);

create table separate_payments (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  payment text collate "C" not null,
  from_run integer not null,
  until_run integer,
  paid_date date not null,
  business_date date not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  paid_minor bigint,
  paid_at timestamp with time zone,
  received_at timestamp with time zone not null,
  outcome text collate "C" not null,
  paid_hour integer,
  payment_delay_seconds bigint,
  callback_delay_seconds bigint,
  after_expiry boolean,
  late boolean,
  constraint separate_payments_pkey primary key (order_no, merchant_id, payment, from_run)
);

create index separate_payments_begun on separate_payments using btree (from_run);

create index separate_payments_ended on separate_payments using btree (until_run) where (until_run is not null);

create index separate_payments_in_order on separate_payments using btree (paid_date, region, merchant_id, order_no);

create table sessions (
  session_hash text collate "C" not null,
  user_id bigint not null,
  form_token text collate "C" not null,
  address text collate "C" not null,
  agent text collate "C" not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint sessions_pkey primary key (session_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users(user_id)
);

create index sessions_by_user on sessions using btree (user_id);

create table sign_in_attempts (
  attempt_id bigint not null generated always as identity,
  name_hash text collate "C" not null,
  address text collate "C" not null,
  at timestamp with time zone not null,
  is_checked boolean not null,
  is_known boolean not null,
  constraint sign_in_attempts_pkey primary key (attempt_id)
);

create index sign_in_attempts_by_address on sign_in_attempts using btree (address, at);

create index sign_in_attempts_by_name on sign_in_attempts using btree (name_hash, at);

create index sign_in_attempts_by_time on sign_in_attempts using btree (at);

create table source_coverage (
  source_id integer not null,
  kind text collate "C" not null,
  region text collate "C" not null,
  newest_at timestamp with time zone not null,
  after_run integer not null,
  constraint source_coverage_pkey primary key (source_id, kind, region, after_run),
  constraint source_coverage_of_source foreign key (source_id) references sources(source_id)
);

create table source_marks (
  name text collate "C" not null,
  reading text collate "C" not null,
  watermark text collate "C",
  read_at timestamp with time zone not null,
  constraint source_marks_pkey primary key (name)
);

create table source_names (
  source_id integer not null,
  name text collate "C" not null,
  read_at timestamp with time zone,
  place integer,
  constraint source_names_pkey primary key (source_id, name),
  constraint source_names_of_source foreign key (source_id) references sources(source_id)
);

create table sources (
  source_id integer not null generated always as identity,
  name text collate "C" not null,
  forced_kind text collate "C",
  sha256 text collate "C" not null,
  bytes bigint not null,
  read_at timestamp with time zone not null,
  records bigint not null,
  accepted bigint not null,
  duplicate bigint not null,
  rejected bigint not null,
  reading text collate "C" not null default ''::text,
  normalised_by text collate "C" not null default ''::text,
  purged_accepted bigint not null default 0,
  purged_rejected bigint not null default 0,
  reading_rules integer not null default 1,
  withdrawn_by bigint,
  withdrawn_accepted bigint not null default 0,
  taken_over bigint not null default 0,
  copies_noted boolean not null default true,
  place integer,
  constraint sources_pkey primary key (source_id),
  constraint sources_tie check (records = (accepted + duplicate + rejected))
);

create index sources_by_content on sources using btree (sha256);

create index sources_by_name on sources using btree (name);

create index sources_by_size on sources using btree (bytes);

create table stated_dates (
  region text collate "C" not null,
  date date not null,
  from_run integer not null,
  until_run integer,
  constraint stated_dates_pkey primary key (region, date, from_run)
);

create table statement_rows (
  order_no text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  from_run integer not null,
  until_run integer,
  row_date date not null,
  region text collate "C" not null,
  matched text collate "C" not null,
  matched_order_no text collate "C",
  matched_merchant_id text collate "C",
  sub_merchant_id text collate "C",
  expected_fee_minor bigint,
  findings text collate "C" not null,
  merchant_id text collate "C" not null,
  trade_no text collate "C",
  row_id text collate "C",
  type text collate "C" not null,
  status text collate "C" not null,
  payment_method text collate "C",
  currency text collate "C",
  gross_minor bigint,
  fee_minor bigint,
  net_minor bigint,
  completed_at timestamp with time zone,
  settled_on date,
  payout_id text collate "C",
  source_id integer not null,
  line bigint not null,
  in_other_currency boolean not null default false,
  constraint statement_rows_pkey primary key (order_no, logged_at, digest, from_run),
  constraint statement_rows_matched check (matched = any (array['payment'::text, 'order'::text, 'none'::text]))
);

create index statement_rows_begun on statement_rows using brin (from_run) with (pages_per_range='32');

create index statement_rows_by_date on statement_rows using btree (row_date, region);

create index statement_rows_ended on statement_rows using btree (until_run) where (until_run is not null);

create index statement_rows_of_no_payment on statement_rows using btree (row_date) where ((matched = 'order'::text) and (until_run is null));

create index statement_rows_of_order on statement_rows using btree (matched_order_no, matched_merchant_id);

create table statements (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  region text collate "C" not null,
  issuer text collate "C" not null,
  row_key text collate "C" not null,
  row_id text collate "C",
  type text collate "C" not null,
  type_text text collate "C",
  status text collate "C" not null,
  status_text text collate "C",
  trade_no text collate "C",
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  gross_minor bigint,
  gross_text text collate "C",
  fee_minor bigint,
  fee_text text collate "C",
  net_minor bigint,
  net_text text collate "C",
  completed_at timestamp with time zone,
  completed_at_text text collate "C",
  offset_source text collate "C" not null,
  time_ambiguous boolean not null,
  settled_on date,
  settled_on_text text collate "C",
  payout_id text collate "C",
  source_id integer not null,
  line bigint not null,
  amended_by integer,
  place integer,
  place_line bigint,
  constraint statements_pkey primary key (order_no, logged_at, digest)
);

create index statements_by_payout on statements using btree (payout_id) where (payout_id is not null);

create index statements_by_row on statements using btree (issuer, row_key) where (row_id is not null);

create index statements_by_source on statements using btree (source_id);

create index statements_by_trade_no on statements using hash (trade_no);

create table unmatched_callbacks (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  digest uuid not null,
  trade_no text collate "C" not null,
  received_at timestamp with time zone not null,
  constraint unmatched_callbacks_pkey primary key (order_no, merchant_id, digest)
);

create table unread_sources (
  source text collate "C" not null,
  code text collate "C" not null,
  files integer not null,
  example text collate "C" not null,
  found text collate "C" not null,
  constraint unread_sources_pkey primary key (source, code)
);

create table users (
  user_id bigint not null generated always as identity,
  name text collate "C" not null,
  name_key text collate "C" not null,
  role text collate "C" not null,
  merchants text[] collate "C",
  origin text collate "C" not null,
  subject text collate "C",
  password_hash text collate "C",
  password_changed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  constraint users_pkey primary key (user_id),
  constraint users_name_key unique (name),
  constraint users_name_key_key unique (name_key),
  constraint users_subject_key unique (subject),
  constraint users_origin_check check (origin = any (array['password'::text, 'oidc'::text, 'proxy'::text])),
  constraint users_role_check check (role = any (array['viewer'::text, 'operator'::text, 'approver'::text, 'admin'::text]))
);

create table versions (
  date date not null,
  region text collate "C" not null,
  version integer not null,
  run_id integer not null,
  facts_sha256 text collate "C" not null,
  profile text collate "C" not null default 'standard'::text,
  format text collate "C" not null default 'csv'::text,
  checked_run integer,
  placed boolean not null default true,
  files_sha256 text collate "C",
  schema integer not null default 1,
  adopted_entry bigint,
  manifest_sha256 text collate "C",
  constraint versions_pkey primary key (date, region, version),
  constraint versions_of_run foreign key (run_id) references runs(run_id)
);

create table violations (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  field text collate "C" not null,
  rule text collate "C" not null,
  shape text collate "C" not null,
  source_id integer not null default 0,
  constraint violations_pkey primary key (order_no, logged_at, digest, field, rule)
);

create index violations_by_source on violations using btree (source_id);

create table watch_alarms (
  alarm_id bigint not null generated always as identity,
  measure text collate "C" not null,
  region text collate "C" not null,
  merchant_id text collate "C" not null,
  payment_method text collate "C" not null,
  since timestamp with time zone not null,
  raised_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  facts text collate "C" not null,
  constraint watch_alarms_pkey primary key (alarm_id)
);

create unique index watch_alarms_open on watch_alarms using btree (measure, region, merchant_id, payment_method) where (ended_at is null);

create table withdrawn_records (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  kind text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  entry bigint not null,
  source_id integer not null,
  line bigint not null,
  known_at timestamp with time zone not null,
  taken_over_by integer,
  record jsonb not null,
  violations jsonb not null,
  constraint withdrawn_records_pkey primary key (order_no, kind, logged_at, digest, entry)
);

create index withdrawn_records_by_entry on withdrawn_records using btree (entry);

create unlogged table work_answers (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  request_digest uuid not null,
  response_digest uuid not null,
  answered_at timestamp with time zone,
  response_code text collate "C",
  response_status text collate "C",
  response_order_no text collate "C",
  response_merchant_id text collate "C",
  response_currency text collate "C",
  response_amount_minor bigint,
  response_amount_text text collate "C",
  response_method text collate "C",
  trade_no text collate "C",
  account_no text collate "C",
  time_unreadable boolean not null,
  time_ambiguous boolean not null,
  offset_disagrees boolean not null,
  response_sub_merchant_id text collate "C"
);

create unlogged table work_apart (
  order_no text collate "C" not null
);

create unlogged table work_apart_rows (
  order_no text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null
);

create unlogged table work_callbacks (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  by_trade_no boolean not null,
  digest uuid not null,
  region text collate "C" not null,
  trade_no text collate "C",
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  status text collate "C",
  status_class text collate "C" not null,
  currency text collate "C",
  amount_minor bigint,
  amount_text text collate "C",
  amount_key text collate "C",
  completed_at timestamp with time zone,
  completed_impossible boolean not null,
  offset_source text collate "C" not null,
  received_at timestamp with time zone not null,
  ack text collate "C",
  time_unreadable boolean not null,
  time_ambiguous boolean not null,
  offset_disagrees boolean not null,
  violations text collate "C",
  source_id integer not null,
  line bigint not null
);

create unlogged table work_changed_orders (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null
);

create unlogged table work_evidence (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  region text collate "C" not null,
  business_date date not null,
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  trade_no text collate "C",
  has_pay_in boolean not null,
  requested_sub_merchant_id text collate "C",
  requested_method text collate "C",
  requested_currency text collate "C",
  requested_minor bigint,
  requested_text text collate "C",
  requested_at timestamp with time zone,
  expires_at timestamp with time zone,
  deadline_at timestamp with time zone,
  any_response boolean not null,
  all_responses boolean not null,
  any_accepted boolean not null,
  differing_currency boolean not null,
  differing_amount boolean not null,
  differing_method boolean not null,
  differing_trade_no boolean not null,
  unknown_response_status boolean not null,
  has_response boolean not null,
  response_code text collate "C",
  response_status text collate "C",
  response_order_no text collate "C",
  response_merchant_id text collate "C",
  response_currency text collate "C",
  response_minor bigint,
  response_text text collate "C",
  response_method text collate "C",
  response_trade_no text collate "C",
  account_no text collate "C",
  has_reversed boolean not null,
  has_failed boolean not null,
  has_pending boolean not null,
  has_unknown boolean not null,
  has_unverified boolean not null,
  by_trade_no boolean not null,
  status_regressed boolean not null,
  never_acknowledged boolean not null,
  time_unreadable boolean not null,
  time_ambiguous boolean not null,
  offset_disagrees boolean not null,
  violations text collate "C",
  payments integer not null,
  payments_conflict boolean not null,
  payment_unreadable boolean not null,
  paid_trade_no text collate "C",
  paid_sub_merchant_id text collate "C",
  paid_method text collate "C",
  paid_currency text collate "C",
  paid_minor numeric(38,0),
  paid_text text collate "C",
  paid_at timestamp with time zone,
  paid_at_impossible boolean,
  offset_source text collate "C",
  received_at timestamp with time zone,
  created_at timestamp with time zone,
  failed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  pay_ins integer not null default 0,
  notifications integer not null default 0,
  unpaid_notifications integer not null default 0,
  reversed_notifications integer not null default 0,
  unknown_notifications integer not null default 0,
  refused_notifications integer not null default 0,
  foreign_notifications integer not null default 0,
  unverified_notifications integer not null default 0,
  response_sub_merchant_id text collate "C",
  payment_trade_no text collate "C"
);

create unlogged table work_fees (
  order_no text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  expected_fee_minor bigint not null,
  differs boolean not null
);

create unlogged table work_finding_results (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  code text collate "C" not null,
  from_run integer not null,
  until_run integer,
  business_date date not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no text collate "C",
  expected text collate "C",
  actual text collate "C",
  reason text collate "C",
  first_seen_at timestamp with time zone not null
);

create unlogged table work_grouped (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null
);

create unlogged table work_keys (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  round integer not null,
  is_own boolean not null default true
);

create unlogged table work_known (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null
);

create unlogged table work_marked (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  is_grouped boolean not null,
  is_known boolean not null
);

create unlogged table work_new_rows (
  order_no text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  owner_order_no text collate "C" not null,
  owner_merchant_id text collate "C" not null,
  merchant_id text collate "C" not null,
  region text collate "C" not null,
  type text collate "C" not null,
  status text collate "C" not null,
  trade_no text collate "C",
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  gross_minor bigint,
  fee_minor bigint,
  net_minor bigint,
  stated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  settled_on date,
  payout_id text collate "C",
  source_id integer not null,
  row_id text collate "C",
  line bigint not null,
  is_only boolean not null,
  expected_fee_minor bigint,
  fee_differs boolean not null
);

create unlogged table work_notifications (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  digest uuid not null,
  status text collate "C",
  status_class text collate "C" not null,
  trade_no text collate "C",
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  amount_minor bigint,
  amount_text text collate "C",
  amount_key text collate "C",
  completed_at timestamp with time zone,
  completed_impossible boolean not null,
  offset_source text collate "C" not null,
  received_at timestamp with time zone not null,
  never_acknowledged boolean not null
);

create unlogged table work_order_results (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  from_run integer not null,
  until_run integer,
  business_date date not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  requested_currency text collate "C",
  requested_minor bigint,
  requested_text text collate "C",
  paid_currency text collate "C",
  paid_minor numeric(38,0),
  paid_text text collate "C",
  difference_minor numeric(38,0),
  amount_reason text collate "C",
  outcome text collate "C" not null,
  stuck_reason text collate "C",
  findings text collate "C" not null,
  requested_at timestamp with time zone,
  paid_at timestamp with time zone,
  offset_source text collate "C",
  received_at timestamp with time zone,
  expires_at timestamp with time zone,
  deadline_at timestamp with time zone,
  payments integer not null,
  account_no text collate "C",
  response_code text collate "C",
  response_status text collate "C",
  closed_on date,
  payment_trade_no text collate "C",
  paid_date date,
  paid_hour integer,
  payment_delay_seconds bigint,
  callback_delay_seconds bigint,
  after_expiry boolean,
  late boolean,
  stated_currency text collate "C",
  stated_minor numeric(38,0),
  fee_minor numeric(38,0),
  net_minor numeric(38,0),
  settled_on date,
  payout_id text collate "C",
  returned_currency text collate "C",
  returned_minor numeric(38,0),
  owed_since date
);

create unlogged table work_orders (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  pay_ins bigint not null,
  first_requested_at timestamp with time zone not null,
  any_response boolean not null,
  all_responses boolean not null,
  any_accepted boolean not null,
  differing_currency boolean not null,
  differing_amount boolean not null,
  differing_method boolean not null,
  differing_trade_no boolean not null,
  unknown_response_status boolean not null,
  time_unreadable boolean not null,
  time_ambiguous boolean not null,
  offset_disagrees boolean not null,
  violations text collate "C",
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  amount_minor bigint,
  amount_text text collate "C",
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  has_response boolean not null,
  response_code text collate "C",
  response_status text collate "C",
  response_order_no text collate "C",
  response_merchant_id text collate "C",
  response_currency text collate "C",
  response_amount_minor bigint,
  response_amount_text text collate "C",
  response_method text collate "C",
  trade_no text collate "C",
  account_no text collate "C",
  created_at timestamp with time zone,
  response_sub_merchant_id text collate "C"
);

create unlogged table work_orphan_results (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  digest uuid not null,
  from_run integer not null,
  until_run integer,
  business_date date not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no text collate "C",
  payment_method text collate "C",
  status text collate "C",
  currency text collate "C",
  paid_minor bigint,
  completed_at timestamp with time zone,
  received_at timestamp with time zone not null,
  source_id integer not null,
  line bigint not null
);

create unlogged table work_owners (
  order_no text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  owner_order_no text collate "C" not null,
  owner_merchant_id text collate "C" not null,
  is_known boolean not null
);

create unlogged table work_payments (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  payment_trade_no text collate "C",
  digest uuid,
  trade_no text collate "C",
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  amount_minor bigint,
  amount_text text collate "C",
  completed_at timestamp with time zone,
  completed_impossible boolean not null,
  offset_source text collate "C" not null,
  received_at timestamp with time zone not null,
  conflicting boolean not null
);

create unlogged table work_payout_rows (
  payout_id text collate "C" not null,
  region text collate "C" not null,
  currency text collate "C" not null,
  bank_digest text collate "C" not null,
  from_run integer not null,
  until_run integer,
  settled_on date,
  rows integer not null,
  gross_minor numeric(38,0),
  fee_minor numeric(38,0),
  refunds_minor numeric(38,0),
  net_minor numeric(38,0),
  bank_minor numeric(38,0),
  booked_on date,
  bank_reference text collate "C"
);

create unlogged table work_payouts (
  payout_id text collate "C" not null,
  region text collate "C" not null,
  currency text collate "C" not null,
  settled_on date,
  rows integer not null,
  gross_minor numeric(38,0),
  fee_minor numeric(38,0),
  refunds_minor numeric(38,0),
  net_minor numeric(38,0)
);

create unlogged table work_purged_keys (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null
);

create unlogged table work_refunds (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  currency text collate "C",
  minor numeric(38,0),
  latest_at timestamp with time zone not null
);

create unlogged table work_returned (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  returned_currency text collate "C",
  returned_minor numeric(38,0),
  exceeding_currency text collate "C",
  exceeding_minor numeric(38,0),
  returnable_minor numeric(38,0)
);

create unlogged table work_revisited (
  order_no text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null
);

create unlogged table work_rows (
  order_no text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  is_known boolean not null,
  merchant_id text collate "C" not null,
  region text collate "C" not null,
  type text collate "C" not null,
  status text collate "C" not null,
  trade_no text collate "C",
  sub_merchant_id text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  gross_minor bigint,
  fee_minor bigint,
  net_minor bigint,
  stated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  settled_on date,
  payout_id text collate "C",
  source_id integer not null,
  row_id text collate "C",
  line bigint not null
);

create unlogged table work_sampled (
  source_id integer not null,
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  trade_no text collate "C",
  logged_at timestamp with time zone not null,
  digest uuid not null,
  issuer text collate "C" not null,
  row_key text collate "C" not null,
  row_id text collate "C",
  currency text collate "C",
  gross_minor bigint not null
);

create unlogged table work_separate_payments (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  payment text collate "C" not null,
  from_run integer not null,
  until_run integer,
  paid_date date not null,
  business_date date not null,
  region text collate "C" not null,
  sub_merchant_id text collate "C",
  trade_no text collate "C",
  payment_method text collate "C",
  currency text collate "C",
  paid_minor bigint,
  paid_at timestamp with time zone,
  received_at timestamp with time zone not null,
  outcome text collate "C" not null,
  paid_hour integer,
  payment_delay_seconds bigint,
  callback_delay_seconds bigint,
  after_expiry boolean,
  late boolean
);

create unlogged table work_stated (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  paid_rows bigint not null,
  stated_since timestamp with time zone,
  compared_low bigint,
  compared_high bigint,
  currency_low text collate "C",
  currency_high text collate "C",
  failed_rows bigint not null,
  stated_currency text collate "C",
  stated_minor numeric(38,0),
  fee_minor numeric(38,0),
  net_minor numeric(38,0),
  expected_fee_minor numeric(38,0),
  settled_on date,
  payout_id text collate "C",
  fee_differs boolean not null,
  net_differs boolean not null
);

create unlogged table work_stated_payments (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  is_unstated boolean not null,
  is_other boolean not null,
  is_failed boolean not null,
  is_duplicated boolean not null
);

create unlogged table work_stated_rows (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  trade_no text collate "C",
  currency text collate "C",
  gross_minor bigint,
  status text collate "C" not null,
  is_scaled boolean not null
);

create unlogged table work_statement_rows (
  order_no text collate "C" not null,
  logged_at timestamp with time zone not null,
  digest uuid not null,
  from_run integer not null,
  until_run integer,
  row_date date not null,
  region text collate "C" not null,
  matched text collate "C" not null,
  matched_order_no text collate "C",
  matched_merchant_id text collate "C",
  sub_merchant_id text collate "C",
  expected_fee_minor bigint,
  findings text collate "C" not null,
  merchant_id text collate "C" not null,
  trade_no text collate "C",
  row_id text collate "C",
  type text collate "C" not null,
  status text collate "C" not null,
  payment_method text collate "C",
  currency text collate "C",
  gross_minor bigint,
  fee_minor bigint,
  net_minor bigint,
  completed_at timestamp with time zone,
  settled_on date,
  payout_id text collate "C",
  source_id integer not null,
  line bigint not null,
  in_other_currency boolean not null default false
);

create unlogged table work_touched (
  source_id integer not null
);

create unlogged table work_verdicts (
  order_no text collate "C" not null,
  merchant_id text collate "C" not null,
  outcome text collate "C" not null,
  stuck_reason text collate "C",
  findings text collate "C" not null
);

-- view finding_results (sql/migrations has its query):
--   order_no text collate "C"
--   merchant_id text collate "C"
--   code text collate "C"
--   from_run integer
--   until_run integer
--   business_date date
--   region text collate "C"
--   sub_merchant_id text collate "C"
--   trade_no text collate "C"
--   expected text collate "C"
--   actual text collate "C"
--   reason text collate "C"
--   first_seen_at timestamp with time zone

-- view order_results (sql/migrations has its query):
--   order_no text collate "C"
--   merchant_id text collate "C"
--   from_run integer
--   until_run integer
--   business_date date
--   region text collate "C"
--   sub_merchant_id text collate "C"
--   trade_no text collate "C"
--   payment_method text collate "C"
--   currency text collate "C"
--   requested_currency text collate "C"
--   requested_minor bigint
--   requested_text text collate "C"
--   paid_currency text collate "C"
--   paid_minor numeric(38,0)
--   paid_text text collate "C"
--   difference_minor numeric(38,0)
--   amount_reason text collate "C"
--   outcome text collate "C"
--   stuck_reason text collate "C"
--   findings text collate "C"
--   requested_at timestamp with time zone
--   paid_at timestamp with time zone
--   offset_source text collate "C"
--   received_at timestamp with time zone
--   expires_at timestamp with time zone
--   deadline_at timestamp with time zone
--   payments integer
--   account_no text collate "C"
--   response_code text collate "C"
--   response_status text collate "C"
--   closed_on date
--   payment_trade_no text collate "C"
--   paid_date date
--   paid_hour integer
--   payment_delay_seconds bigint
--   callback_delay_seconds bigint
--   after_expiry boolean
--   late boolean
--   stated_currency text collate "C"
--   stated_minor numeric(38,0)
--   fee_minor numeric(38,0)
--   net_minor numeric(38,0)
--   settled_on date
--   payout_id text collate "C"
--   returned_currency text collate "C"
--   returned_minor numeric(38,0)
--   owed_since date

-- view payment_results (sql/migrations has its query):
--   order_no text collate "C"
--   merchant_id text collate "C"
--   payment text collate "C"
--   from_run integer
--   until_run integer
--   paid_date date
--   business_date date
--   region text collate "C"
--   sub_merchant_id text collate "C"
--   trade_no text collate "C"
--   payment_method text collate "C"
--   currency text collate "C"
--   paid_minor bigint
--   paid_at timestamp with time zone
--   received_at timestamp with time zone
--   outcome text collate "C"
--   paid_hour integer
--   payment_delay_seconds bigint
--   callback_delay_seconds bigint
--   after_expiry boolean
--   late boolean

-- view payment_rows (sql/migrations has its query):
--   order_no text collate "C"
--   merchant_id text collate "C"
--   payment text collate "C"
--   from_run integer
--   until_run integer
--   paid_date date
--   business_date date
--   region text collate "C"
--   sub_merchant_id text collate "C"
--   trade_no text collate "C"
--   payment_method text collate "C"
--   currency text collate "C"
--   paid_minor bigint
--   paid_at timestamp with time zone
--   received_at timestamp with time zone
--   outcome text collate "C"
--   paid_hour integer
--   payment_delay_seconds bigint
--   callback_delay_seconds bigint
--   after_expiry boolean
--   late boolean

-- view payments_by_date (sql/migrations has its query):
--   order_no text collate "C"
--   merchant_id text collate "C"
--   payment text collate "C"
--   from_run integer
--   until_run integer
--   paid_date date
--   business_date date
--   region text collate "C"
--   sub_merchant_id text collate "C"
--   trade_no text collate "C"
--   payment_method text collate "C"
--   currency text collate "C"
--   paid_minor bigint
--   paid_at timestamp with time zone
--   received_at timestamp with time zone
--   outcome text collate "C"
--   paid_hour integer
--   payment_delay_seconds bigint
--   callback_delay_seconds bigint
--   after_expiry boolean
--   late boolean

-- view statement_results (sql/migrations has its query):
--   order_no text collate "C"
--   logged_at timestamp with time zone
--   digest uuid
--   from_run integer
--   until_run integer
--   row_date date
--   region text collate "C"
--   matched text collate "C"
--   matched_order_no text collate "C"
--   matched_merchant_id text collate "C"
--   sub_merchant_id text collate "C"
--   expected_fee_minor bigint
--   findings text collate "C"
--   merchant_id text collate "C"
--   trade_no text collate "C"
--   row_id text collate "C"
--   type text collate "C"
--   status text collate "C"
--   payment_method text collate "C"
--   currency text collate "C"
--   gross_minor bigint
--   fee_minor bigint
--   net_minor bigint
--   completed_at timestamp with time zone
--   settled_on date
--   payout_id text collate "C"
--   source_id integer
--   line bigint
--   in_other_currency boolean
