import { sql } from 'kysely';
import type { ReportScope } from '../../../reports/report.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import { publishedVersion } from '../../books/download/published-version.ts';
import { countFindings } from '../../books/shown/count-findings.ts';
import { type DateTotals, readDateTotals } from '../../books/shown/date-totals.ts';
import {
  type DateVersions,
  readChanges,
  readDateVersions,
  type VersionChanges,
} from '../../books/shown/date-versions.ts';
import { newestDates } from '../../books/shown/newest-dates.ts';
import { shownTo } from '../../books/shown/overview.ts';
import { type ScopedVersion, scopedVersions } from '../../books/shown/version-scope.ts';
import { type Coverage, readCoverage } from '../../coverage/coverage.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { addDays } from '../../normalise/local-date.ts';
import { regionOfFolder } from '../../settings/region-folder.ts';
import { Problem } from '../problem.tsx';
import type { SignedInVisit } from '../visit.ts';
import type { AskedDate } from './asked-date.ts';

/** Versions whose changes are shown with one date; others show theirs when they are opened. */
const MOST_CHANGES = 5;

/** How many dates before and after are looked through for a reported one. */
const NEAR_DAYS = 35;

/** What the page of a date shows. */
export interface DatePage {
  /** The version that is shown, and the newest. */
  readonly version: number;
  readonly newest: number;
  /** Whether it has the reports of statements. */
  readonly ofStatements: boolean;
  readonly coverage: Coverage | null;
  readonly versions: DateVersions;
  /** What versions changed, by their number. */
  readonly changes: ReadonlyMap<number, VersionChanges>;
  /** Null once the details were removed. */
  readonly totals: DateTotals | null;
  /** Open findings of the date by code. */
  readonly findings: ReadonlyArray<{ readonly code: string; readonly orders: number }>;
  /** Rows of each report as the reader may see them; null for a reader of all merchants, who sees the published files. */
  readonly counted: Readonly<Record<string, number>> | null;
  /** The nearest dates with a version; undefined if there are none nearby. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** How many rows each report has. */
export interface ReportRows {
  /** By the names of the reports; absent where it is not known. */
  readonly rows: Readonly<Record<string, number>>;
  /** Whether published files were changed or removed. */
  readonly isDamaged: boolean;
}

/**
 * Reads a date.
 * @returns undefined if it has no version
 * @throws Problem notFound for a version that does not exist
 */
export async function readDate(
  session: Session,
  visit: SignedInVisit,
  asked: AskedDate,
): Promise<DatePage | undefined> {
  const { settings, account } = visit;
  const { merchants } = account;
  const at = { date: asked.date, region: asked.region, merchants };
  const scoped = await scopedVersions(session, settings, at);
  const [newest] = scoped;
  if (newest === undefined) return undefined;
  const shown = versionOf(scoped, asked.version);
  const versions = await readDateVersions(session, at, scoped);
  const near = await nearDates(session, visit, asked);
  const isNewest = shown === newest;
  const checked = near.find(({ date }) => date === asked.date)!.checked;
  const coverage = await readCoverage(session, isNewest ? checked : shown.scope);
  const { isPurged } = versions;
  return {
    version: shown.version.version,
    newest: newest.version.version,
    ofStatements: shown.scope.ofStatements,
    coverage: shownTo(merchants, coverage) ?? null,
    versions,
    changes: isPurged ? new Map() : await changesOf(session, scoped, shown),
    totals: isPurged ? null : await readDateTotals(session, shown.scope),
    findings: await findingsOfDate(session, asked, merchants),
    counted: merchants === undefined ? null : isPurged ? {} : await countedRows(session, shown.scope),
    previous: near.findLast(({ date }) => date < asked.date)?.date,
    next: near.find(({ date }) => date > asked.date)?.date,
  };
}

/** The version that is asked for, the newest if none is named. Throws Problem notFound. */
export function versionOf(scoped: readonly ScopedVersion[], version: number | undefined): ScopedVersion {
  const shown = scoped.find((one) => version === undefined || one.version.version === version);
  if (shown === undefined) throw new Problem('notFound');
  return shown;
}

function nearDates(session: Session, { settings }: SignedInVisit, { region, date }: AskedDate) {
  const [from, to] = [addDays(date, -NEAR_DAYS), addDays(date, NEAR_DAYS)];
  return newestDates(session, settings, { regions: [regionOfFolder(region)], from, to });
}

async function changesOf(
  session: Session,
  scoped: readonly ScopedVersion[],
  shown: ScopedVersion,
): Promise<Map<number, VersionChanges>> {
  const changes = new Map<number, VersionChanges>();
  for (const [index, one] of scoped.entries()) {
    if (one.before === undefined || (index >= MOST_CHANGES && one !== shown)) continue;
    changes.set(one.version.version, await readChanges(session, one));
  }
  return changes;
}

async function findingsOfDate(
  session: Session,
  { region: folder, date }: AskedDate,
  merchants: readonly string[] | undefined,
): Promise<DatePage['findings']> {
  const region = regionOfFolder(folder);
  const dates = new Map([[region, { from: date, to: date }]]);
  const rows = await countFindings(session, { states: ['open'], region, dates, merchants });
  const codes = [...new Set(rows.map(({ code }) => code))];
  return codes.map((code) => ({
    code,
    orders: rows.reduce((sum, row) => sum + (row.code === code ? row.findings : 0), 0),
  }));
}

/** Rows of the published files. They are read at each visit, because files change without the store. */
export async function publishedRows(
  session: Session,
  out: string,
  { region, date }: AskedDate,
  version: number,
): Promise<ReportRows> {
  try {
    const { files } = await publishedVersion(session, out, { region: regionOfFolder(region), date, version });
    return { rows: Object.fromEntries(files.map(({ report, rows }) => [report, rows])), isDamaged: false };
  } catch (error) {
    if (error instanceof Fault) return { rows: {}, isDamaged: error.code === 'FILE_CHANGED' };
    throw error;
  }
}

async function countedRows(session: Session, scope: ReportScope): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const report of shownReports(scope)) {
    // A changed order has several rows in a restatement, or none.
    if (report.unfold !== undefined || report.ofNoDate !== undefined) continue;
    const { rows } = await sql<{ rows: string }>`
      select count(*)::text as rows from (${report.select(session.db, scope).clearOrderBy()}) r`.execute(
      session.db,
    );
    counted[report.name] = Number(rows[0]!.rows);
  }
  return counted;
}
