import type { ReportScope } from '../../reports/report.ts';
import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, type Instant, isoInstant } from '../normalise/instant.ts';
import { endOfDate } from '../normalise/local-date.ts';

/** How far the data of a region reached at a run, beside the end of a date. Instants in ISO 8601, UTC. */
export interface Coverage {
  /**
   * The date is not over at the as-of, or the data does not reach its end, or a source could not be read whole: orders or
   * payments may be missing.
   */
  readonly provisional: boolean;
  /** The first instant after the date, in the region's zone. */
  readonly dateEnds: string;
  /** Whether the date was over at the as-of. */
  readonly isOver: boolean;
  /** Newest pay-in record, or what was declared if that is later; null where there is neither. */
  readonly payInsUntil: string | null;
  /** Whether that is far enough: declared to the date's end, or no further from it than may be quiet. */
  readonly payInsCoverage: boolean;
  /** The same of callbacks. */
  readonly callbacksUntil: string | null;
  readonly callbacksCoverage: boolean;
  /** How long nothing may have been logged before the date's end, as the settings had it. */
  readonly quietSeconds: number;
  /** Sources of the settings that could not be read whole when the run was begun. */
  readonly unread: readonly UnreadAtRun[];
}

/** What kept files of a source, or its query, from being read whole. */
export interface UnreadAtRun {
  readonly source: string;
  /** Of the fault. */
  readonly code: string;
  /** How many files, a query counting as one. */
  readonly files: number;
  /** The first of them, with its line. */
  readonly example: string;
  readonly found: string;
}

interface CoverageRow {
  readonly pay_ins_until: string | null;
  readonly callbacks_until: string | null;
  readonly quiet_seconds: number;
  readonly pay_ins_reach: boolean;
  readonly callbacks_reach: boolean;
  readonly is_over: boolean;
}

/** The coverage of a scope's date and region as its run knew it; undefined for a run that did not keep it. */
export async function readCoverage(session: Session, scope: ReportScope): Promise<Coverage | undefined> {
  const dateEnds: Instant = endOfDate(scope.date, scope.zoneOf(scope.region));
  const { rows } = await runSqlFile<CoverageRow>(session, 'coverage/020_coverage.sql', {
    run: scope.run,
    region: scope.region,
    date_ends: formatInstant(dateEnds),
    as_of: scope.asOf,
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  const unread = await unreadAtRun(session, scope.run);
  const isCovered = row.is_over && row.pay_ins_reach && row.callbacks_reach;
  return {
    provisional: !isCovered || unread.length > 0,
    dateEnds: isoInstant(formatInstant(dateEnds)),
    isOver: row.is_over,
    payInsUntil: row.pay_ins_until === null ? null : isoInstant(row.pay_ins_until),
    payInsCoverage: row.pay_ins_reach,
    callbacksUntil: row.callbacks_until === null ? null : isoInstant(row.callbacks_until),
    callbacksCoverage: row.callbacks_reach,
    quietSeconds: row.quiet_seconds,
    unread,
  };
}

async function unreadAtRun({ db }: Session, run: number): Promise<UnreadAtRun[]> {
  return db
    .selectFrom('run_unread_sources')
    .select(['source', 'code', 'files', 'example', 'found'])
    .where('run_id', '=', run)
    .orderBy('source')
    .orderBy('code')
    .execute();
}
