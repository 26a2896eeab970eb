import type { Generated } from 'kysely';

/**
 * The tables of sql/migrations as Kysely types; a test holds them against the database's own catalogue.
 * bigint, numeric, date, timestamptz and uuid arrive as text on both engines (see type-parsers.ts).
 */

/** An order. Most tables begin with it. */
export interface OrderKey {
  order_no: string;
  merchant_id: string;
}

/** A pay-in record or callback of an order. */
export interface RecordKey extends OrderKey {
  logged_at: string;
  digest: string;
}

/** A row of a statement. */
export interface StatementRowKey {
  order_no: string;
  logged_at: string;
  digest: string;
}

/** A date of a region, and the newest run that something is known of it from. */
export interface DateOfRun {
  date: string;
  region: string;
  run_id: number;
}

/** What a run changed of a date of a region. */
export interface ChangeOfDate {
  run_id: number;
  date: string;
  region: string;
}

export interface SourcesTable {
  source_id: Generated<number>;
  name: string;
  forced_kind: string | null;
  sha256: string;
  bytes: string;
  read_at: string;
  records: string;
  accepted: string;
  duplicate: string;
  rejected: string;
  reading: Generated<string>;
  normalised_by: Generated<string>;
  purged_accepted: Generated<string>;
  purged_rejected: Generated<string>;
  reading_rules: Generated<number>;
  withdrawn_by: string | null;
  withdrawn_accepted: Generated<string>;
  taken_over: Generated<string>;
  copies_noted: Generated<boolean>;
  place: number | null;
}

export interface RejectsTable {
  source_id: number;
  line: string;
  reason: string;
  detail: string;
}

export interface PayInsTable extends RecordKey {
  region: string;
  sub_merchant_id: string | null;
  payment_method: string | null;
  currency: string | null;
  amount_minor: string | null;
  amount_text: string | null;
  sent_at_text: string | null;
  timestamp_text: string | null;
  requested_at: string;
  created_at: string;
  expiry_period_text: string | null;
  expires_at: string;
  has_response: boolean;
  response_timestamp_text: string | null;
  response_time_text: string | null;
  response_code: string | null;
  response_status: string | null;
  response_order_no: string | null;
  response_merchant_id: string | null;
  response_currency: string | null;
  response_amount_minor: string | null;
  response_amount_text: string | null;
  response_method: string | null;
  trade_no: string | null;
  account_no: string | null;
  time_unreadable: boolean;
  time_ambiguous: boolean;
  offset_disagrees: boolean;
  source_id: number;
  line: string;
  has_request: Generated<boolean>;
  answered_at: string | null;
  amended_by: number | null;
  response_sub_merchant_id: string | null;
}

export interface CallbacksTable extends RecordKey {
  region: string;
  trade_no: string | null;
  sub_merchant_id: string | null;
  payment_method: string | null;
  status: string | null;
  currency: string | null;
  amount_minor: string | null;
  amount_text: string | null;
  transaction_time_text: string | null;
  completed_at: string | null;
  offset_source: string;
  completed_impossible: boolean;
  received_at_text: string | null;
  timestamp_text: string | null;
  received_at: string;
  verified: boolean | null;
  ack: string | null;
  time_unreadable: boolean;
  time_ambiguous: boolean;
  offset_disagrees: boolean;
  source_id: number;
  line: string;
  amended_by: number | null;
}

export interface ViolationsTable extends RecordKey {
  field: string;
  rule: string;
  shape: string;
  source_id: Generated<number>;
}

export interface RunsTable {
  run_id: Generated<number>;
  as_of: string;
  started_at: string;
  settings_digest: string;
  program_version: string;
  zone_version: string;
  last_source_id: number;
  zones: string | null;
  last_entry: Generated<string>;
  last_declaration: number | null;
  reading_rules: Generated<number>;
  gap_rules: string | null;
  has_statements: Generated<boolean>;
}

export interface OrderResultsTable extends OrderKey {
  from_run: number;
  until_run: number | null;
  business_date: string;
  region: string;
  sub_merchant_id: string | null;
  trade_no: string | null;
  payment_method: string | null;
  currency: string | null;
  requested_currency: string | null;
  requested_minor: string | null;
  requested_text: string | null;
  paid_currency: string | null;
  paid_minor: string | null;
  paid_text: string | null;
  difference_minor: string | null;
  amount_reason: string | null;
  outcome: string;
  stuck_reason: string | null;
  findings: string;
  requested_at: string | null;
  paid_at: string | null;
  offset_source: string | null;
  received_at: string | null;
  expires_at: string | null;
  deadline_at: string | null;
  payments: number;
  account_no: string | null;
  response_code: string | null;
  response_status: string | null;
  closed_on: string | null;
  payment_trade_no: string | null;
  paid_date: string | null;
  paid_hour: number | null;
  payment_delay_seconds: string | null;
  callback_delay_seconds: string | null;
  after_expiry: boolean | null;
  late: boolean | null;
  stated_currency: string | null;
  stated_minor: string | null;
  fee_minor: string | null;
  net_minor: string | null;
  settled_on: string | null;
  payout_id: string | null;
  returned_currency: string | null;
  returned_minor: string | null;
  owed_since: string | null;
}

export interface PaymentResultsTable extends OrderKey {
  payment: string;
  from_run: number;
  until_run: number | null;
  paid_date: string;
  business_date: string;
  region: string;
  sub_merchant_id: string | null;
  trade_no: string | null;
  payment_method: string | null;
  currency: string | null;
  paid_minor: string | null;
  paid_at: string | null;
  received_at: string;
  outcome: string;
  paid_hour: number | null;
  payment_delay_seconds: string | null;
  callback_delay_seconds: string | null;
  after_expiry: boolean | null;
  late: boolean | null;
}

export interface FindingResultsTable extends OrderKey {
  code: string;
  from_run: number;
  until_run: number | null;
  business_date: string;
  region: string;
  sub_merchant_id: string | null;
  trade_no: string | null;
  expected: string | null;
  actual: string | null;
  reason: string | null;
  first_seen_at: string;
}

export interface OrphanResultsTable extends OrderKey {
  digest: string;
  from_run: number;
  until_run: number | null;
  business_date: string;
  region: string;
  sub_merchant_id: string | null;
  trade_no: string | null;
  payment_method: string | null;
  status: string | null;
  currency: string | null;
  paid_minor: string | null;
  completed_at: string | null;
  received_at: string;
  source_id: number;
  line: string;
}

export interface VersionsTable {
  date: string;
  region: string;
  version: number;
  run_id: number;
  facts_sha256: string;
  profile: Generated<string>;
  format: Generated<string>;
  checked_run: number | null;
  placed: Generated<boolean>;
  files_sha256: string | null;
  schema: Generated<number>;
  adopted_entry: string | null;
  manifest_sha256: string | null;
}

export interface NightRunsTable {
  run_id: number;
  region: string;
  announced: Generated<boolean>;
}

export interface DeliveriesTable {
  delivery: string;
  date: string;
  region: string;
  version: number;
  found_at: string;
  due_at: string;
  attempts: Generated<number>;
  sent_at: string | null;
  superseded_at: string | null;
  files: number | null;
  last_error: string | null;
}

export interface DeliveredFilesTable {
  delivery: string;
  place: string;
  folder: string;
  name: string;
  bytes: string;
  sha256: string;
  date: string;
  region: string;
  version: number;
}

export interface AuditEntriesTable {
  entry: string;
  at: string;
  who: string;
  action: string;
  region: string | null;
  merchant_id: string | null;
  order_no: string | null;
  code: string | null;
  reason: string | null;
  before: string | null;
  after: string | null;
  previous_hash: string;
  hash: string;
}

export interface CaseStatesTable extends OrderKey {
  code: string;
  from_entry: string;
  until_entry: string | null;
  state: string;
  assignee: string | null;
  note: string | null;
  reason: string | null;
  expected: string | null;
  actual: string | null;
  finding_reason: string | null;
  awaiting_by: string | null;
  awaiting_reason: string | null;
  awaiting_currency: string | null;
  awaiting_amount_minor: string | null;
}

export interface ClosingsTable {
  region: string;
  from_entry: string;
  until_entry: string | null;
  through_date: string;
  previous_through: string | null;
}

export interface AdjustmentsTable {
  run_id: number;
  known_date: string;
  region: string;
  business_date: string;
  merchant_id: string;
  order_no: string;
  payment: string;
  field: string;
  previous: string | null;
  current: string | null;
}

export interface PurgedDatesTable {
  date: string;
  region: string;
  entry: string;
}

export interface PurgedRecordsTable {
  digest: string;
}

export interface RecordCopiesTable extends OrderKey {
  kind: string;
  logged_at: string;
  digest: string;
  source_id: number;
  line: string;
  amount_text: string | null;
  response_amount_text: string | null;
  violations: unknown;
  withdrawn_by: string | null;
}

export interface MovedRecordsTable extends OrderKey {
  kind: string;
  digest: string;
  until_run: number;
  known_at: string;
}

export interface WithdrawnRecordsTable extends OrderKey {
  kind: string;
  logged_at: string;
  digest: string;
  entry: string;
  source_id: number;
  line: string;
  known_at: string;
  taken_over_by: number | null;
  record: unknown;
  violations: unknown;
}

export interface JudgingsTable {
  region: string;
  run_id: number;
  as_of: string;
  last_source_id: number;
  judging_digest: string;
  judging_rules: Generated<number>;
}

export interface StatementsTable extends RecordKey {
  region: string;
  issuer: string;
  row_key: string;
  row_id: string | null;
  type: string;
  type_text: string | null;
  status: string;
  status_text: string | null;
  trade_no: string | null;
  sub_merchant_id: string | null;
  payment_method: string | null;
  currency: string | null;
  gross_minor: string | null;
  gross_text: string | null;
  fee_minor: string | null;
  fee_text: string | null;
  net_minor: string | null;
  net_text: string | null;
  completed_at: string | null;
  completed_at_text: string | null;
  offset_source: string;
  time_ambiguous: boolean;
  settled_on: string | null;
  settled_on_text: string | null;
  payout_id: string | null;
  source_id: number;
  line: string;
  amended_by: number | null;
  place: number | null;
  place_line: string | null;
}

export interface BankRowsTable {
  logged_at: string;
  digest: string;
  region: string;
  issuer: string;
  row_key: string;
  row_id: string | null;
  booked_on: string;
  booked_on_text: string | null;
  currency: string | null;
  amount_minor: string | null;
  amount_text: string | null;
  reference: string | null;
  source_id: number;
  line: string;
  amended_by: number | null;
  place: number | null;
  place_line: string | null;
  released_by: number[] | null;
}

export interface StatementRowsTable extends StatementRowKey {
  from_run: number;
  until_run: number | null;
  row_date: string;
  region: string;
  matched: string;
  matched_order_no: string | null;
  matched_merchant_id: string | null;
  sub_merchant_id: string | null;
  expected_fee_minor: string | null;
  findings: string;
  merchant_id: string;
  trade_no: string | null;
  row_id: string | null;
  type: string;
  status: string;
  payment_method: string | null;
  currency: string | null;
  gross_minor: string | null;
  fee_minor: string | null;
  net_minor: string | null;
  completed_at: string | null;
  settled_on: string | null;
  payout_id: string | null;
  source_id: number;
  line: string;
  in_other_currency: Generated<boolean>;
}

export interface PayoutRowsTable {
  payout_id: string;
  region: string;
  currency: string;
  bank_digest: string;
  from_run: number;
  until_run: number | null;
  settled_on: string | null;
  rows: number;
  gross_minor: string | null;
  fee_minor: string | null;
  refunds_minor: string | null;
  net_minor: string | null;
  bank_minor: string | null;
  booked_on: string | null;
  bank_reference: string | null;
}

export interface StatedDatesTable {
  region: string;
  date: string;
  from_run: number;
  until_run: number | null;
}

export interface ScaledSourcesTable {
  source_id: number;
  from_run: number;
  until_run: number | null;
  compared: string;
  scaled: string;
}

export interface WorkRowsTable extends StatementRowKey {
  is_known: boolean;
  merchant_id: string;
  region: string;
  type: string;
  status: string;
  trade_no: string | null;
  sub_merchant_id: string | null;
  payment_method: string | null;
  currency: string | null;
  gross_minor: string | null;
  fee_minor: string | null;
  net_minor: string | null;
  stated_at: string;
  completed_at: string | null;
  settled_on: string | null;
  payout_id: string | null;
  source_id: number;
  row_id: string | null;
  line: string;
}

export interface WorkOwnersTable extends StatementRowKey {
  owner_order_no: string;
  owner_merchant_id: string;
  is_known: boolean;
}

/** The order numbers whose rows of statements the run's own transaction reads. */
export interface WorkApartTable {
  order_no: string;
}

/** The sources of statements with rows that a run looks at. */
export interface WorkTouchedTable {
  source_id: number;
}

/** The rows of statements by which the unit of their source is found. */
export interface WorkSampledTable {
  source_id: number;
  order_no: string;
  merchant_id: string;
  trade_no: string | null;
  logged_at: string;
  digest: string;
  issuer: string;
  row_key: string;
  row_id: string | null;
  currency: string | null;
  gross_minor: string;
}

/** The rows of statements that belong to new orders, which lanes read. */
export interface WorkNewRowsTable extends StatementRowKey {
  owner_order_no: string;
  owner_merchant_id: string;
  merchant_id: string;
  region: string;
  type: string;
  status: string;
  trade_no: string | null;
  sub_merchant_id: string | null;
  payment_method: string | null;
  currency: string | null;
  gross_minor: string | null;
  fee_minor: string | null;
  net_minor: string | null;
  stated_at: string;
  completed_at: string | null;
  settled_on: string | null;
  payout_id: string | null;
  source_id: number;
  row_id: string | null;
  line: string;
  /** Whether no other new row has its order number. */
  is_only: boolean;
  expected_fee_minor: string | null;
  fee_differs: boolean;
}

export interface WorkFeesTable extends StatementRowKey {
  expected_fee_minor: string;
  differs: boolean;
}

export interface WorkStatedTable extends OrderKey {
  paid_rows: string;
  stated_since: string | null;
  compared_low: string | null;
  compared_high: string | null;
  currency_low: string | null;
  currency_high: string | null;
  failed_rows: string;
  stated_currency: string | null;
  stated_minor: string | null;
  fee_minor: string | null;
  net_minor: string | null;
  expected_fee_minor: string | null;
  settled_on: string | null;
  payout_id: string | null;
  fee_differs: boolean;
  net_differs: boolean;
}

export interface WorkStatedRowsTable extends OrderKey {
  trade_no: string | null;
  currency: string | null;
  gross_minor: string | null;
  status: string;
  is_scaled: boolean;
}

export interface WorkStatedPaymentsTable extends OrderKey {
  is_unstated: boolean;
  is_other: boolean;
  is_failed: boolean;
  is_duplicated: boolean;
}

export interface WorkRefundsTable extends OrderKey {
  currency: string | null;
  minor: string | null;
  latest_at: string;
}

export interface WorkReturnedTable extends OrderKey {
  returned_currency: string | null;
  returned_minor: string | null;
  exceeding_currency: string | null;
  exceeding_minor: string | null;
  returnable_minor: string | null;
}

export interface WorkPayoutsTable {
  payout_id: string;
  region: string;
  currency: string;
  settled_on: string | null;
  rows: number;
  gross_minor: string | null;
  fee_minor: string | null;
  refunds_minor: string | null;
  net_minor: string | null;
}

export interface OwedChangesTable extends ChangeOfDate {
  merchant_id: string;
  currency: string | null;
  flow: string;
  orders: string;
  minor: string;
}

export interface UnmatchedCallbacksTable extends OrderKey {
  digest: string;
  trade_no: string;
  received_at: string;
}

export interface WorkKeysTable extends OrderKey {
  round: number;
  is_own: Generated<boolean>;
}

export interface FlowChangesTable extends ChangeOfDate {
  merchant_id: string;
  currency: string | null;
  flow: string;
  orders: string;
  requested_minor: string;
  unreadable: string;
}

export interface DelayChangesTable extends ChangeOfDate {
  payment_method: string | null;
  hour: number;
  measure: string;
  seconds: string;
  payments: string;
  late: string;
}

export interface PaymentChangesTable extends ChangeOfDate {
  merchant_id: string;
  payment_method: string | null;
  currency: string | null;
  payments: string;
  paid_minor: string;
  refunded_minor: string;
  unreadable: string;
}

export interface SourceCoverageTable {
  source_id: number;
  kind: string;
  region: string;
  newest_at: string;
  after_run: number;
}

export interface RecordCountsTable {
  source_id: number;
  region: string;
  kind: string;
  slot_at: string;
  records: number;
  first_at: string;
  last_at: string;
}

export interface OrderCountsTable {
  region: string;
  payment_method: string;
  merchant_id: string;
  slot_at: string;
  due_at: string;
  paid_at: string;
  orders: number;
}

export interface PaymentCountsTable {
  region: string;
  payment_method: string;
  merchant_id: string;
  slot_at: string;
  payments: number;
  timed: number;
  late: number;
  compared: number;
  mismatched: number;
}

export interface CountingProgressTable {
  single: Generated<boolean>;
  rules: string;
  from_at: string;
  last_source_id: number;
}

export interface SourceNamesTable {
  source_id: number;
  name: string;
  read_at: string | null;
  place: number | null;
}

export interface CoverageGapsTable {
  region: string;
  kind: string;
  from_at: string;
  to_at: string;
  expected: number;
  file: string;
  files: number;
  from_run: number;
  until_run: number | null;
}

export interface CoverageDeclarationsTable {
  declaration_id: Generated<number>;
  source_id: number;
  complete_until: string;
  declared_at: string;
  after_run: number;
}

export interface RunCoverageTable {
  run_id: number;
  region: string;
  pay_ins_at: string | null;
  callbacks_at: string | null;
  declared_until: string | null;
  quiet_seconds: number;
}

export interface UnreadSourcesTable {
  source: string;
  code: string;
  files: number;
  example: string;
  found: string;
}

export interface RunUnreadSourcesTable {
  run_id: number;
  source: string;
  code: string;
  files: number;
  example: string;
  found: string;
}

export interface WorkMarkedTable extends OrderKey {
  is_grouped: boolean;
  is_known: boolean;
}

export interface WorkCallbacksTable extends OrderKey {
  by_trade_no: boolean;
  digest: string;
  region: string;
  trade_no: string | null;
  sub_merchant_id: string | null;
  payment_method: string | null;
  status: string | null;
  status_class: string;
  currency: string | null;
  amount_minor: string | null;
  amount_text: string | null;
  amount_key: string | null;
  completed_at: string | null;
  completed_impossible: boolean;
  offset_source: string;
  received_at: string;
  ack: string | null;
  time_unreadable: boolean;
  time_ambiguous: boolean;
  offset_disagrees: boolean;
  violations: string | null;
  source_id: number;
  line: string;
}

export interface WorkAnswersTable extends OrderKey {
  request_digest: string;
  response_digest: string;
  answered_at: string | null;
  response_code: string | null;
  response_status: string | null;
  response_order_no: string | null;
  response_merchant_id: string | null;
  response_currency: string | null;
  response_amount_minor: string | null;
  response_amount_text: string | null;
  response_method: string | null;
  trade_no: string | null;
  account_no: string | null;
  time_unreadable: boolean;
  time_ambiguous: boolean;
  offset_disagrees: boolean;
  response_sub_merchant_id: string | null;
}

export interface WorkOrdersTable extends OrderKey {
  pay_ins: string;
  first_requested_at: string;
  any_response: boolean;
  all_responses: boolean;
  any_accepted: boolean;
  differing_currency: boolean;
  differing_amount: boolean;
  differing_method: boolean;
  differing_trade_no: boolean;
  unknown_response_status: boolean;
  time_unreadable: boolean;
  time_ambiguous: boolean;
  offset_disagrees: boolean;
  violations: string | null;
  region: string;
  sub_merchant_id: string | null;
  payment_method: string | null;
  currency: string | null;
  amount_minor: string | null;
  amount_text: string | null;
  requested_at: string;
  expires_at: string;
  has_response: boolean;
  response_code: string | null;
  response_status: string | null;
  response_order_no: string | null;
  response_merchant_id: string | null;
  response_currency: string | null;
  response_amount_minor: string | null;
  response_amount_text: string | null;
  response_method: string | null;
  trade_no: string | null;
  account_no: string | null;
  created_at: string | null;
  response_sub_merchant_id: string | null;
}

export interface WorkNotificationsTable extends OrderKey {
  digest: string;
  status: string | null;
  status_class: string;
  trade_no: string | null;
  sub_merchant_id: string | null;
  payment_method: string | null;
  currency: string | null;
  amount_minor: string | null;
  amount_text: string | null;
  amount_key: string | null;
  completed_at: string | null;
  completed_impossible: boolean;
  offset_source: string;
  received_at: string;
  never_acknowledged: boolean;
}

export interface WorkPaymentsTable extends OrderKey {
  payment_trade_no: string | null;
  digest: string | null;
  trade_no: string | null;
  sub_merchant_id: string | null;
  payment_method: string | null;
  currency: string | null;
  amount_minor: string | null;
  amount_text: string | null;
  completed_at: string | null;
  completed_impossible: boolean;
  offset_source: string;
  received_at: string;
  conflicting: boolean;
}

export interface WorkEvidenceTable extends OrderKey {
  region: string;
  business_date: string;
  sub_merchant_id: string | null;
  payment_method: string | null;
  currency: string | null;
  trade_no: string | null;
  has_pay_in: boolean;
  requested_sub_merchant_id: string | null;
  requested_method: string | null;
  requested_currency: string | null;
  requested_minor: string | null;
  requested_text: string | null;
  requested_at: string | null;
  expires_at: string | null;
  deadline_at: string | null;
  any_response: boolean;
  all_responses: boolean;
  any_accepted: boolean;
  differing_currency: boolean;
  differing_amount: boolean;
  differing_method: boolean;
  differing_trade_no: boolean;
  unknown_response_status: boolean;
  has_response: boolean;
  response_code: string | null;
  response_status: string | null;
  response_order_no: string | null;
  response_merchant_id: string | null;
  response_currency: string | null;
  response_minor: string | null;
  response_text: string | null;
  response_method: string | null;
  response_trade_no: string | null;
  account_no: string | null;
  has_reversed: boolean;
  has_failed: boolean;
  has_pending: boolean;
  has_unknown: boolean;
  has_unverified: boolean;
  by_trade_no: boolean;
  status_regressed: boolean;
  never_acknowledged: boolean;
  time_unreadable: boolean;
  time_ambiguous: boolean;
  offset_disagrees: boolean;
  violations: string | null;
  payments: number;
  payments_conflict: boolean;
  payment_unreadable: boolean;
  paid_trade_no: string | null;
  paid_sub_merchant_id: string | null;
  paid_method: string | null;
  paid_currency: string | null;
  paid_minor: string | null;
  paid_text: string | null;
  paid_at: string | null;
  paid_at_impossible: boolean | null;
  offset_source: string | null;
  received_at: string | null;
  created_at: string | null;
  failed_at: string | null;
  reversed_at: string | null;
  pay_ins: Generated<number>;
  notifications: Generated<number>;
  unpaid_notifications: Generated<number>;
  reversed_notifications: Generated<number>;
  unknown_notifications: Generated<number>;
  refused_notifications: Generated<number>;
  foreign_notifications: Generated<number>;
  unverified_notifications: Generated<number>;
  response_sub_merchant_id: string | null;
  payment_trade_no: string | null;
}

export interface DateTotalsTable extends DateOfRun {
  outcome: string;
  currency: string | null;
  paid_currency: string | null;
  is_paid: boolean;
  orders: string;
  requested_minor: string;
  paid_minor: string;
}

export interface DateFindingsTable extends DateOfRun {
  code: string;
  orders: string;
  example: string;
}

export interface WorkVerdictsTable extends OrderKey {
  outcome: string;
  stuck_reason: string | null;
  findings: string;
}

export interface JobPlansTable {
  job: string;
  region: string;
  planned_from: string;
}

export interface JobRunsTable {
  job: string;
  region: string;
  due_at: string;
  by_hand: boolean;
  date: string | null;
  replaces_runs: Generated<number>;
  attempt: Generated<number>;
  failures: Generated<number>;
  outcome: string;
  started_at: string | null;
  ended_at: string | null;
  retry_at: string | null;
  is_reported: Generated<boolean>;
  fault: string | null;
  held: Generated<boolean>;
}

/** The digest of a file, for as long as its identity (src/sha256.ts) is the same. */
export interface FileDigestsTable {
  name: string;
  identity: string;
  sha256: string;
}

export interface SourceMarksTable {
  name: string;
  reading: string;
  watermark: string | null;
  read_at: string;
}

export interface KnownRejectsTable {
  name: string;
  digest: string;
}

export interface StagedRestatedRowsTable {
  line: string;
  digest: string;
}

export interface StagedRejectedRowsTable {
  line: string;
  digest: string;
  comes_again: boolean;
}

export interface OutboxTable {
  message_id: Generated<string>;
  channel: string;
  key: string;
  topic: string;
  severity: string;
  facts: string;
  written_at: string;
  due_at: string;
  attempts: Generated<number>;
  sent_at: string | null;
  given_up_at: string | null;
  last_error: string | null;
  sent_to: string[] | null;
  not_sent_to: string[] | null;
}

export interface WatchAlarmsTable {
  alarm_id: Generated<string>;
  measure: string;
  region: string;
  merchant_id: string;
  payment_method: string;
  since: string;
  raised_at: string;
  ended_at: string | null;
  facts: string;
}

export interface UsersTable {
  user_id: Generated<string>;
  name: string;
  name_key: string;
  role: string;
  merchants: string[] | null;
  origin: string;
  subject: string | null;
  password_hash: string | null;
  password_changed_at: string | null;
  created_at: string;
  disabled_at: string | null;
}

export interface SessionsTable {
  session_hash: string;
  user_id: string;
  form_token: string;
  address: string;
  agent: string;
  created_at: string;
  last_seen_at: string;
  ends_at: string;
}

export interface AccessTokensTable {
  token_id: Generated<string>;
  token_hash: string;
  user_id: string;
  name: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface SignInAttemptsTable {
  attempt_id: Generated<string>;
  name_hash: string;
  address: string;
  at: string;
  is_checked: boolean;
  is_known: boolean;
}

export interface KnownAddressesTable {
  user_id: string;
  address: string;
  signed_in_at: string;
}

export interface AuditQueueTable {
  queue_id: Generated<string>;
  at: string;
  who: string;
  action: string;
  reason: string | null;
  before: string | null;
  after: string | null;
}

export interface SentFormsTable {
  form_id: string;
  session_hash: string;
  sent_at: string;
  answer: string | null;
}

export interface Tables {
  sources: SourcesTable;
  rejects: RejectsTable;
  pay_ins: PayInsTable;
  callbacks: CallbacksTable;
  violations: ViolationsTable;
  runs: RunsTable;
  order_rows: OrderResultsTable;
  /** A view: the rows of finished runs. */
  order_results: OrderResultsTable;
  /** A view: the payments in rows of orders, and the separate ones. */
  payment_rows: PaymentResultsTable;
  payments_by_date: PaymentResultsTable;
  /** A view: the payments of finished runs. */
  payment_results: PaymentResultsTable;
  separate_payments: PaymentResultsTable;
  finding_rows: FindingResultsTable;
  /** A view: the rows of finished runs. */
  finding_results: FindingResultsTable;
  orphan_results: OrphanResultsTable;
  versions: VersionsTable;
  audit_entries: AuditEntriesTable;
  night_runs: NightRunsTable;
  deliveries: DeliveriesTable;
  delivered_files: DeliveredFilesTable;
  changed_dates: DateOfRun;
  case_states: CaseStatesTable;
  date_totals: DateTotalsTable;
  date_findings: DateFindingsTable;
  closings: ClosingsTable;
  adjustments: AdjustmentsTable;
  reported_dates: DateOfRun;
  purged_dates: PurgedDatesTable;
  purged_records: PurgedRecordsTable;
  work_purged_keys: OrderKey;
  work_changed_orders: OrderKey;
  record_copies: RecordCopiesTable;
  withdrawn_records: WithdrawnRecordsTable;
  moved_records: MovedRecordsTable;
  judgings: JudgingsTable;
  statements: StatementsTable;
  bank_rows: BankRowsTable;
  statement_rows: StatementRowsTable;
  statement_results: StatementRowsTable;
  payout_rows: PayoutRowsTable;
  owed_changes: OwedChangesTable;
  stated_dates: StatedDatesTable;
  scaled_sources: ScaledSourcesTable;
  work_revisited: StatementRowKey;
  work_rows: WorkRowsTable;
  work_owners: WorkOwnersTable;
  work_apart: WorkApartTable;
  /** New rows of statements that do not plainly belong to one new order. */
  work_apart_rows: StatementRowKey;
  work_touched: WorkTouchedTable;
  work_sampled: WorkSampledTable;
  work_new_rows: WorkNewRowsTable;
  work_fees: WorkFeesTable;
  work_stated: WorkStatedTable;
  work_stated_rows: WorkStatedRowsTable;
  work_stated_payments: WorkStatedPaymentsTable;
  work_refunds: WorkRefundsTable;
  work_returned: WorkReturnedTable;
  work_statement_rows: StatementRowsTable;
  work_payouts: WorkPayoutsTable;
  work_payout_rows: PayoutRowsTable;
  unmatched_callbacks: UnmatchedCallbacksTable;
  work_keys: WorkKeysTable;
  work_marked: WorkMarkedTable;
  work_known: OrderKey;
  work_verdicts: WorkVerdictsTable;
  work_grouped: OrderKey;
  flow_changes: FlowChangesTable;
  delay_changes: DelayChangesTable;
  payment_changes: PaymentChangesTable;
  source_coverage: SourceCoverageTable;
  record_counts: RecordCountsTable;
  order_counts: OrderCountsTable;
  payment_counts: PaymentCountsTable;
  counting_progress: CountingProgressTable;
  source_names: SourceNamesTable;
  coverage_gaps: CoverageGapsTable;
  coverage_declarations: CoverageDeclarationsTable;
  run_coverage: RunCoverageTable;
  unread_sources: UnreadSourcesTable;
  run_unread_sources: RunUnreadSourcesTable;
  job_plans: JobPlansTable;
  job_runs: JobRunsTable;
  source_marks: SourceMarksTable;
  file_digests: FileDigestsTable;
  known_rejects: KnownRejectsTable;
  outbox: OutboxTable;
  watch_alarms: WatchAlarmsTable;
  users: UsersTable;
  sessions: SessionsTable;
  access_tokens: AccessTokensTable;
  sign_in_attempts: SignInAttemptsTable;
  known_addresses: KnownAddressesTable;
  sent_forms: SentFormsTable;
  audit_queue: AuditQueueTable;
  work_callbacks: WorkCallbacksTable;
  work_answers: WorkAnswersTable;
  work_orders: WorkOrdersTable;
  work_notifications: WorkNotificationsTable;
  work_payments: WorkPaymentsTable;
  work_evidence: WorkEvidenceTable;
  stage_pay_ins: PayInsTable;
  stage_callbacks: CallbacksTable;
  stage_statements: StatementsTable;
  stage_bank_rows: BankRowsTable;
  stage_violations: ViolationsTable;
  stage_rejects: RejectsTable;
  stage_restated: StagedRestatedRowsTable;
  stage_rejected_rows: StagedRejectedRowsTable;
  work_order_results: OrderResultsTable;
  work_separate_payments: PaymentResultsTable;
  work_finding_results: FindingResultsTable;
  work_orphan_results: OrphanResultsTable;
}
