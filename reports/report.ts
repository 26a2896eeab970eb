import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from '../src/database/tables.ts';

/**
 * What a cell holds, and so how it is written.
 * text: as it stands, guarded against formulas · date: yyyy-MM-dd · count: a whole number · percent: of a hundred ·
 * minor: whole minor units · amount: the same money in major units · utc, local: an instant, cut to seconds ·
 * cell: what a cell of another report says, number or text
 */
export type ColumnKind =
  | 'text'
  | 'date'
  | 'count'
  | 'percent'
  | 'minor'
  | 'amount'
  | 'utc'
  | 'local'
  | 'cell';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** What it means, for docs/reference/reports.md. */
  readonly meaning: string;
  /** The selected column that it is made from, if it has another name (`paid_amount` from `paid_minor`). */
  readonly from?: string;
  /** Of an amount: the selected column that holds its currency. */
  readonly currency?: string;
  /** Of a local time: the selected column that holds its region. */
  readonly region?: string;
  /** Of a cell of another report: the selected column that says of which kind it is there; see `kindThere`. */
  readonly kindIn?: string;
}

/**
 * How versions are written now, the `schema` of their manifests. Rises when a field of the manifest, or a cell, changes its
 * meaning or goes; fields may be added. What an earlier program published is made again as that wrote it:
 * 1: a manifest's paid money is what its orders say in the currency of their deciding notification, and previous and
 * current of restatements and adjustments have a guard against formulas unless they look like a number.
 */
export const SCHEMA = 2;

/** What a version of a date and region looks at. */
export interface ReportScope {
  /** How it is written: {@link SCHEMA}, or less for a version of an earlier program. */
  readonly schema: number;
  /** yyyy-MM-dd */
  readonly date: string;
  /** Name of the region, empty for orders without one. */
  readonly region: string;
  /** The run whose results are shown. */
  readonly run: number;
  /** The run's as-of, as PostgreSQL reads it. */
  readonly asOf: string;
  /** When the run was started, as PostgreSQL reads it. */
  readonly startedAt: string;
  /** The newest source that the run knew. */
  readonly lastSource: number;
  /** The newest entry of the audit trail that the run knew, 0 for none. */
  readonly lastEntry: number;
  /** IANA zone of a region by its name, as the run had it. */
  readonly zoneOf: (region: string) => string;
  /** The edition of the reading rules of the program that made the run: a version is made again as it was. */
  readonly readingRules: number;
  /** The run of the version before, and its zones; undefined for a first version. */
  readonly before?: Pick<ReportScope, 'run' | 'zoneOf'> | undefined;
  /** Only this merchant's rows, if given. */
  readonly merchant?: string | undefined;
  /** Severity and explanation of each finding code. */
  readonly findingKinds: ReadonlyArray<{
    readonly code: string;
    readonly severity: string;
    readonly explanation: string;
  }>;
  /** Title and remedy of each reason for a rejected line. */
  readonly rejections: ReadonlyArray<{ readonly reason: string; readonly remedy: string }>;
}

/** A selected row, by the names of its columns. */
export type ReportRow = Readonly<Record<string, string | number | null>>;

/** What a cell says, as text without the guards of a form; empty for what does not exist. */
export type CellTextOf = (column: Column, row: ReportRow, zoneOf: ReportScope['zoneOf']) => string;

// biome-ignore lint/suspicious/noExplicitAny: a report selects whatever its own columns name.
export type ReportQuery = SelectQueryBuilder<any, any, any>;

/** One report: what a row is, which columns it has, and which rows there are in which order. */
export interface Report {
  readonly name: string;
  readonly title: string;
  /** What one row stands for, in words that follow "One row per". */
  readonly grain: string;
  /** Whether it is a fact: a change of its bytes makes a new version. */
  readonly fact: boolean;
  /** Of a fact: whether it counts only where it has rows, so that versions from before there was such a report are as they were. */
  readonly onlyWithRows?: boolean;
  readonly columns: readonly Column[];
  select(db: Kysely<Tables>, scope: ReportScope): ReportQuery;
  /** The rows that a selected one comes to, where that is not the row itself. */
  unfold?(row: ReportRow, scope: ReportScope, cellTextOf: CellTextOf): ReportRow[];
}
