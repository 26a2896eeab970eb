/**
 * The public library. Each function does what the command of the same name does and takes its options as one plain
 * object; `normaliseLine` parses a single line as `ingest` does. Dates are `yyyy-MM-dd`, `yesterday` or `today`.
 * Instants are ISO 8601 or a Date. Money is text in whole minor units. Errors are thrown as `Fault` with a code;
 * findings are part of the results.
 */
export { REPORTS } from '../reports/all.ts';
export type { Column, ColumnKind, Report } from '../reports/report.ts';
export type { Action } from './books/findings/decision.ts';
export type {
  DecisionJson as Decision,
  FindingJson as ListedFinding,
  FindingLifeJson as FindingLife,
} from './books/findings/findings-json.ts';
export type { BucketName } from './books/findings/named-bucket.ts';
export type { OrderStory } from './books/order/order-story.ts';
export type { CloseResult } from './books/periods/close-period.ts';
export type { ExpiredTotal } from './books/run/expired.ts';
export type { NotBegun } from './books/run/given-dates.ts';
export type {
  ResultJson as ReconcileResult,
  VersionJson as PublishedVersion,
} from './books/run/result-json.ts';
export type { FindingTotal, RegionSummary } from './books/run/summary.ts';
export type { Deviation, Verified } from './books/verify/verified.ts';
export type { KindName } from './contract/record-kinds.ts';
export type { Coverage } from './coverage/coverage.ts';
export type { Store } from './database/store.ts';
export { describeFault, FAULTS, Fault, type FaultCode } from './errors.ts';
export type { OutcomeTotal } from './export/date-sums.ts';
export type { RowJson as ReportRow } from './export/json-rows.ts';
export type { WrittenFile } from './export/publish/version-files.ts';
export type { SourceResult } from './ingest/ingest.ts';
export { type CloseOptions, close } from './library/close-call.ts';
export {
  type DecideOptions,
  type FindingChoice,
  findings,
  type ShowOptions,
} from './library/findings-call.ts';
export { type IngestOptions, ingest } from './library/ingest-call.ts';
export { type LoadSettingsOptions, loadSettings } from './library/load-settings-call.ts';
export { type NormaliseLineOptions, normaliseLine } from './library/normalise-line-call.ts';
export { type CommonOptions, type DatesOption, openStore } from './library/options.ts';
export { type OrderOptions, order } from './library/order-call.ts';
export { type ReconcileOptions, reconcile } from './library/reconcile-call.ts';
export { type ReportOptions, report, reportRows } from './library/report-call.ts';
export { type VerifyOptions, type VerifyResult, verify } from './library/verify-call.ts';
export type { CallbackRecord, Normalised, PayInRecord } from './normalise/record.ts';
export { RULES } from './reconcile/rules/all.ts';
export { OUTCOMES, type Outcome } from './reconcile/rules/outcome.ts';
export type { Rule } from './reconcile/rules/rule.ts';
export type { Settings, SettingsInput } from './settings/schema.ts';
export type { Severity } from './settings/severity.ts';
export type { CallbackMessage, MessageHeaders, RequestMessage, Signatures } from './signatures/signatures.ts';
