import type { ReportScope } from '../../reports/report.ts';
import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, type Instant, isoInstant } from '../normalise/instant.ts';
import { endOfDate } from '../normalise/local-date.ts';

/** How far the data of a region reached at a run, beside the end of a date. Instants in ISO 8601, UTC. */
export interface Coverage {
  /** The date is not over at the as-of, or the data does not reach its end: orders or payments may be missing. */
  readonly provisional: boolean;
  /** The first instant after the date, in the region's zone. */
  readonly dateEnds: string;
  /** Whether the date was over at the as-of. */
  readonly isOver: boolean;
  /** Newest pay-in record, or what was declared if that is later; null where there is neither. */
  readonly payInsUntil: string | null;
  /** Whether that is far enough: declared to the date's end, or no further from it than may be quiet. */
  readonly payInsReach: boolean;
  /** The same of callbacks. */
  readonly callbacksUntil: string | null;
  readonly callbacksReach: boolean;
  /** How long nothing may have been logged before the date's end, as the settings had it. */
  readonly quietSeconds: number;
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
  return {
    provisional: !(row.is_over && row.pay_ins_reach && row.callbacks_reach),
    dateEnds: isoInstant(formatInstant(dateEnds)),
    isOver: row.is_over,
    payInsUntil: row.pay_ins_until === null ? null : isoInstant(row.pay_ins_until),
    payInsReach: row.pay_ins_reach,
    callbacksUntil: row.callbacks_until === null ? null : isoInstant(row.callbacks_until),
    callbacksReach: row.callbacks_reach,
    quietSeconds: row.quiet_seconds,
  };
}
