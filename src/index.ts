/**
 * The program as a library: open a store, ingest logs, reconcile dates, read findings' and reports' definitions.
 * The commands are made of the same functions.
 */
export { REPORTS } from '../reports/all.ts';
export type { Column, Report } from '../reports/report.ts';
export { openStore } from './database/open-store.ts';
export type { Store } from './database/store.ts';
export { Fault, type FaultCode } from './errors.ts';
export { type IngestRequest, ingest, type SourceResult } from './ingest/ingest.ts';
export type { Instant } from './normalise/instant.ts';
export { type ReconcileRequest, type ReconcileResult, reconcileDates } from './operate/run.ts';
export { OUTCOMES, type Outcome } from './reconcile/outcome.ts';
export { RULES } from './reconcile/rules/all.ts';
export { loadSettings, parseSettings, type Settings, settingsDigest } from './settings.ts';
