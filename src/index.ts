/**
 * The program as a library: `ingest`, `reconcile`, `report` and `reportRows` do what the commands do, with plain
 * objects for options. Dates are `yyyy-MM-dd`, instants ISO 8601 or a Date, money text of whole minor units. Whatever
 * goes wrong is thrown as a `Fault` with its code; what stands out in the data is in the results.
 */
export { REPORTS } from '../reports/all.ts';
export type { Column, ColumnKind, Report } from '../reports/report.ts';
export type { Store } from './database/store.ts';
export { describeFault, FAULTS, Fault, type FaultCode } from './errors.ts';
export type { Coverage } from './export/coverage.ts';
export type { WrittenFile } from './export/write-report.ts';
export type { SourceResult } from './ingest/ingest.ts';
export { type IngestOptions, ingest } from './library/ingest.ts';
export { type LoadSettingsOptions, loadSettings } from './library/load-settings.ts';
export { type CommonOptions, openStore } from './library/options.ts';
export { type ReconcileOptions, reconcile } from './library/reconcile.ts';
export { type ReportOptions, type ReportRow, report, reportRows } from './library/report.ts';
export type { FindingTotal, OutcomeTotal, RegionSummary } from './operate/summary.ts';
export type {
  ToldResult as ReconcileResult,
  ToldVersion as PublishedVersion,
} from './operate/told-result.ts';
export { OUTCOMES, type Outcome } from './reconcile/outcome.ts';
export type { Rule } from './reconcile/rule.ts';
export { RULES } from './reconcile/rules/all.ts';
export type { Severity } from './settings/severity.ts';
export type { Settings, SettingsInput } from './settings.ts';
