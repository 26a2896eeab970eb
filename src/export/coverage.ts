import type { ReportScope } from '../../reports/report.ts';
import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, type Instant, isoInstant } from '../normalise/instant.ts';
import { endOfDate } from '../normalise/local-date.ts';

/** How far a region's data reached when a run began, compared with the end of a date. Instants in ISO 8601, UTC. */
export interface Coverage {
  /**
   * Whether orders or payments may be missing: the date is not over at the as-of, the data does not cover it to its
   * end, or a source could not be read completely.
   */
  readonly provisional: boolean;
  /** The first instant after the date, in the region's zone. */
  readonly dateEnds: string;
  /** Whether the date was over at the as-of. */
  readonly isOver: boolean;
  /** Time of the newest pay-in record, or the declared completeness if that is later; null if there is neither. */
  readonly payInsUntil: string | null;
  /**
   * Whether pay-ins cover the date: declared complete to its end, or the gap before its end is within the quiet period.
   */
  readonly payInsCoverage: boolean;
  /** The same for callbacks. */
  readonly callbacksUntil: string | null;
  readonly callbacksCoverage: boolean;
  /**
   * The quiet period: how long before the date's end nothing needs to be logged, according to the settings of the run.
   */
  readonly quietSeconds: number;
  /** Configured sources that could not be read completely when the run began. */
  readonly unread: readonly UnreadAtRun[];
}

/** Files of a source, or its query, that could not be read completely. */
export interface UnreadAtRun {
  readonly source: string;
  /** Code of the fault. */
  readonly code: string;
  /** Number of files. A query counts as one. */
  readonly files: number;
  /** The first file, with its line. */
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

/** The coverage that a run stored for a date and region; undefined if the run stored none. */
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
