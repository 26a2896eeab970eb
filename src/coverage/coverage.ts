import { sql } from 'kysely';
import type { ReportScope } from '../../reports/report.ts';
import { heldAt } from '../../reports/selection.ts';
import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, type Instant, isoInstant } from '../normalise/instant.ts';
import { addDays, endOfDate } from '../normalise/local-date.ts';

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
  /**
   * Stretches of the date without records that were to be expected, in their order; undefined for a run of a program that
   * did not look for them.
   */
  readonly gaps: readonly CoverageGap[] | undefined;
}

/** A stretch without any record of a kind, in which there would usually have been many, or a file was expected. */
export interface CoverageGap {
  readonly kind: 'pay-ins' | 'callbacks' | 'statements';
  /** The last record before, and the first after it; or when the expected file begins and ends. */
  readonly from: string;
  readonly to: string;
  /** How many records were to be expected. */
  readonly expected: number;
  /** The first expected file that is missing; null if only the silence shows the gap. */
  readonly file: string | null;
  readonly files: number;
  /**
   * Orders of the date that wait for what may be missing, by currency: of callbacks, unpaid orders that could have been paid
   * in the gap; of pay-ins, callbacks without a pay-in record that were received since it began; of statements, none.
   */
  readonly waiting: readonly WaitingTotal[];
}

export interface WaitingTotal {
  readonly currency: string | null;
  readonly orders: number;
  /** Requested of unpaid orders, paid of callbacks without a pay-in record; minor units, as text. */
  readonly minor: string;
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
  const gaps = await readGaps(session, scope, formatInstant(dateEnds));
  const isCovered = row.is_over && row.pay_ins_reach && row.callbacks_reach;
  return {
    provisional: !isCovered || unread.length > 0 || (gaps !== undefined && gaps.length > 0),
    dateEnds: isoInstant(formatInstant(dateEnds)),
    isOver: row.is_over,
    payInsUntil: row.pay_ins_until === null ? null : isoInstant(row.pay_ins_until),
    payInsCoverage: row.pay_ins_reach,
    callbacksUntil: row.callbacks_until === null ? null : isoInstant(row.callbacks_until),
    callbacksCoverage: row.callbacks_reach,
    quietSeconds: row.quiet_seconds,
    unread,
    gaps,
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

const GAP_KINDS = { 'pay-in': 'pay-ins', callback: 'callbacks', statement: 'statements' } as const;

async function readGaps(
  session: Session,
  scope: ReportScope,
  dateEnds: string,
): Promise<CoverageGap[] | undefined> {
  const { gap_rules: rules } = await session.db
    .selectFrom('runs')
    .select('gap_rules')
    .where('run_id', '=', scope.run)
    .executeTakeFirstOrThrow();
  if (rules === null) return undefined;
  const dateBegins = formatInstant(endOfDate(addDays(scope.date, -1), scope.zoneOf(scope.region)));
  const { rows } = await runSqlFile<{
    kind: string;
    from_at: string;
    to_at: string;
    expected: number;
    file: string;
    files: number;
  }>(session, 'coverage/080_gaps_of_date.sql', {
    run: scope.run,
    region: scope.region,
    date_begins: dateBegins,
    date_ends: dateEnds,
  });
  const gaps: CoverageGap[] = [];
  for (const { from_at: from, to_at: to, expected, file, files, ...row } of rows) {
    const kind = row.kind as keyof typeof GAP_KINDS;
    const waiting = await waitingOn(session, scope, { kind, from, to });
    const stretch = { from: isoInstant(from), to: isoInstant(to) };
    gaps.push({
      kind: GAP_KINDS[kind],
      ...stretch,
      expected,
      file: file === '' ? null : file,
      files,
      waiting,
    });
  }
  return gaps;
}

async function waitingOn(
  session: Session,
  scope: ReportScope,
  { kind, from, to }: { readonly kind: keyof typeof GAP_KINDS; readonly from: string; readonly to: string },
): Promise<WaitingTotal[]> {
  // No order waits for a statement.
  if (kind === 'statement') return [];
  const money =
    kind === 'callback'
      ? { currency: sql.ref('requested_currency'), minor: sql.ref('requested_minor') }
      : { currency: sql.ref('paid_currency'), minor: sql.ref('paid_minor') };
  const isWaiting =
    kind === 'callback'
      ? sql`outcome in ('STUCK', 'PENDING', 'EXPIRED') and requested_at < ${to}::timestamptz
            and coalesce(deadline_at, ${to}::timestamptz) > ${from}::timestamptz`
      : sql`outcome = 'ORPHAN' and received_at > ${from}::timestamptz`;
  const { rows } = await sql<{ currency: string | null; orders: string; minor: string }>`
    select ${money.currency} as currency, count(*) as orders, coalesce(sum(${money.minor}), 0)::text as minor
    from order_rows
    where business_date = ${scope.date}::date and region = ${scope.region} and ${isWaiting} and ${heldAt(scope)}
    group by ${money.currency}
    order by ${money.currency} collate "C" nulls first`.execute(session.db);
  return rows.map(({ currency, orders, minor }) => ({ currency, orders: Number(orders), minor }));
}
