import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from '../src/database/tables.ts';

/**
 * Kind of a cell, which decides its format.
 * text: unchanged, guarded against formulas · date: yyyy-MM-dd · count: a whole number · percent: of a hundred ·
 * minor: whole minor units · amount: the same money in major units · utc, local: an instant, cut to seconds ·
 * cell: a cell of another report, number or text
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

/** A column of a report: its name, the kind of its cells and what they mean. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Meaning, for docs/reference/reports.md and datapackage.json. */
  readonly meaning: string;
  /** A cell as the CSV of the profile standard has it. */
  readonly example: string;
  /** Unit of the cells, if that of their kind does not say enough. */
  readonly unit?: string;
  /** The selected column with its value, if that has another name (`paid_amount` from `paid_minor`). */
  readonly from?: string;
  /** For an amount: the selected column with its currency. */
  readonly currency?: string;
  /** For a local time: the selected column with its region. */
  readonly region?: string;
  /** For a cell of another report: the selected column with its kind there; see `kindThere`. */
  readonly kindIn?: string;
  /** Whether only versions whose run knew of statements have it. */
  readonly ofStatements?: boolean;
}

/**
 * Current `schema` of manifests. Increased when a report gets a column, or when a field of the manifest, or a cell, changes
 * its meaning or is removed; fields of the manifest may be added. Versions of earlier schemas are written again as they
 * were: 1: a manifest's paid totals are the
 * orders' paid amounts in the currency of their deciding notification, and previous and current cells of restatements
 * and adjustments have a guard against formulas unless they look like a number · 2: no datapackage.json · 3:
 * statement-restatement.csv has rows without a known order only, and some columns were described otherwise · 4:
 * refunds-due.csv has requested amounts in another currency than its own, and AMOUNT_MISMATCH also where nothing is owed by
 * it; some columns were described otherwise.
 */
export const SCHEMA = 5;

/** Scope of a version: its date, region and the state of the store that it shows. */
export interface ReportScope {
  /** {@link SCHEMA}, or a lower number for a version of an earlier program. */
  readonly schema: number;
  /** yyyy-MM-dd */
  readonly date: string;
  /** Name of the region, empty for orders without one. */
  readonly region: string;
  /** The run whose results are shown. */
  readonly run: number;
  /** The run's as-of, in PostgreSQL's format. */
  readonly asOf: string;
  /** Start of the run, in PostgreSQL's format. */
  readonly startedAt: string;
  /** The newest source included in the run. */
  readonly lastSource: number;
  /** The newest entry of the audit trail included in the run, 0 for none. */
  readonly lastEntry: number;
  /** IANA zone of a region by its name, in the run's settings. */
  readonly zoneOf: (region: string) => string;
  /** The reading rules of the program that made the run, so that a version can be written again as it was. */
  readonly readingRules: number;
  /** Run and zones of the previous version; undefined for a first version. */
  readonly before?: Pick<ReportScope, 'run' | 'zoneOf'> | undefined;
  /** Whether rows of statements or banks were known to the run. Other versions have no report or column of theirs. */
  readonly ofStatements: boolean;
  /** Only the rows of these merchants, if given. */
  readonly merchants?: readonly string[] | undefined;
  /** Severity and explanation of each finding code. */
  readonly findingKinds: ReadonlyArray<{
    readonly code: string;
    readonly severity: string;
    readonly explanation: string;
  }>;
  /** Title and remedy of each reason for a rejected line. */
  readonly rejections: ReadonlyArray<{ readonly reason: string; readonly remedy: string }>;
}

/** The columns that a report has in a version. */
export function shownColumns(
  { columns }: Pick<Report, 'columns'>,
  scope: Pick<ReportScope, 'ofStatements'>,
): readonly Column[] {
  return scope.ofStatements ? columns : columns.filter(({ ofStatements }) => ofStatements !== true);
}

/** A selected row, by the names of its columns. */
export type ReportRow = Readonly<Record<string, string | number | null>>;

/** Content of a cell as text, without guards of a format; empty for null. */
export type CellTextOf = (column: Column, row: ReportRow, zoneOf: ReportScope['zoneOf']) => string;

// biome-ignore lint/suspicious/noExplicitAny: a report selects whatever its own columns name.
export type ReportQuery = SelectQueryBuilder<any, any, any>;

/** How versions up to a schema have a report, where that differs from the newest. */
interface EarlierForm extends Partial<Pick<Report, 'title' | 'grain' | 'columns'>> {
  readonly upTo: number;
}

/** A report: grain, columns, and its rows in order. */
export interface Report {
  readonly name: string;
  readonly title: string;
  /** What one row represents, in words that follow "One row per". */
  readonly grain: string;
  /** Whether it is a fact: a change of its bytes makes a new version. */
  readonly fact: boolean;
  /** For a fact: whether it counts only if it has rows, so that older versions without this report stay unchanged. */
  readonly onlyWithRows?: boolean;
  /** Whether only versions whose run knew of statements have it. */
  readonly ofStatements?: boolean;
  /** Whether it is about the whole month of its date, so that one date has all of the month. */
  readonly ofMonth?: boolean;
  /** Whether it lists what is open of its date and of all earlier ones, so that the last of several dates has it all. */
  readonly withEarlier?: boolean;
  /** If its rows belong to no date and no region, so that any scope of a run has them all: selects those of several runs. */
  readonly ofNoDate?: (db: Kysely<Tables>, runs: readonly ReportScope[]) => ReportQuery;
  readonly columns: readonly Column[];
  /** How versions up to some schemas have it, the lowest first; columns that are newer are not among theirs. */
  readonly earlier?: readonly EarlierForm[];
  /** Columns that are never empty and together identify a row of a version's file; absent where none do. */
  readonly primaryKey?: readonly string[];
  /** Columns that name a row of another report of the same version, whose columns have the same names. */
  readonly foreignKey?: { readonly columns: readonly string[]; readonly report: string };
  select(db: Kysely<Tables>, scope: ReportScope): ReportQuery;
  /** The rows made from a selected one, where that is not the row itself. */
  unfold?(row: ReportRow, scope: ReportScope, cellTextOf: CellTextOf): ReportRow[];
}
