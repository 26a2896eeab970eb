import { type RawBuilder, sql } from 'kysely';
import { owedMinor, returnedMinor } from '../../../reports/owed.ts';
import { appendDecisions } from '../../audit/audit-trail.ts';
import { extendTrail, keepFromLoading } from '../../database/locks.ts';
import { runSqlFile, type SqlParameters, sqlPart } from '../../database/sql-file.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';
import { addDays, localDate } from '../../normalise/local-date.ts';
import { hasAnyStatement } from '../../reconcile/statement-parameters.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import { readBeforeShown, type ShownFrom, shownFrom } from './shown-rejects.ts';

export interface PurgeRequest {
  /**
   * What to remove: everything before this date (`yyyy-MM-dd`), or older than this many whole days in each region's
   * zone.
   */
  readonly limit: { readonly before: string } | { readonly days: number };
  /** Person, reason and time for the audit trail. */
  readonly who: string;
  readonly reason: string | null;
  readonly at: Instant;
  /** Reports what would be removed and changes nothing. */
  readonly dryRun?: boolean;
}

/** Counts of what was removed for one date. Orders and records count by business date, payments by paid date. */
export interface PurgedDate {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly orders: number;
  readonly payments: number;
  readonly records: number;
}

export interface PurgeResult {
  /** The first date that is kept, for each region. */
  readonly limits: ReadonlyArray<{ readonly region: string; readonly before: string }>;
  readonly dates: readonly PurgedDate[];
  /** Rows of the provider's statements, also of the purged orders. */
  readonly statementRows: number;
  readonly bankRows: number;
  /** Unverified callbacks that matched no order. */
  readonly unverified: number;
  /** Rejected lines. */
  readonly rejected: number;
  /** For regions whose limit is earlier than asked for: the first date with a change that nothing published shows; absent if none. */
  readonly waiting?: readonly Waiting[];
}

interface Waiting {
  readonly region: string;
  readonly date: string;
}

interface Limits {
  readonly regions: readonly string[];
  readonly limits: readonly string[];
  /** The limit for regions that the settings do not name. */
  readonly otherwise: string;
  /** Whether statements say what was returned, and dates have rows of their whole month. */
  readonly withStatements: boolean;
}

/** Tables whose rows are removed together with their order. */
const WHOLE_TABLES = [
  ...(['violations', 'unmatched_callbacks', 'separate_payments', 'orphan_results'] as const),
  ...(['record_copies', 'withdrawn_records', 'moved_records'] as const),
] as const;

/**
 * Removes old evidence and results of orders that are no longer open. It keeps published files, the audit trail,
 * sources, and whatever the reports of the remaining dates need. It runs in one transaction, so an interrupted purge
 * changes nothing.
 * @throws Fault STORE_LOCKED while a run or an ingest holds the lock; DATE_IN_FUTURE
 */
export async function purge(store: Store, settings: Settings, request: PurgeRequest): Promise<PurgeResult> {
  const asked = limitsOf(settings, request);
  return store.exclusively(() =>
    store.session((session) =>
      transaction<PurgeResult>(
        session,
        async () => {
          await keepFromLoading(session, store.address);
          const { shown, waiting } = await untilUnshown(session, asked, request.at);
          const limits = (await hasAnyStatement(session)) ? ofWholeMonths(shown) : shown;
          const purged = await atFaultPoint('purge.take-out', () => purgeWithin(session, request, limits));
          const result = { ...purged, ...(waiting.length > 0 && { waiting }) };
          return request.dryRun === true ? new Rollback(result) : result;
        },
        'purge.commit',
      ),
    ),
  );
}

async function purgeWithin(session: Session, request: PurgeRequest, limits: Limits): Promise<PurgeResult> {
  const shown = await shownFrom(session, request.at, limits.otherwise);
  const parts = partsOf(limits);
  await gatherKeys(session, limits, parts, shown);
  const { rows } = await runSqlFile<Record<'date' | 'region' | 'orders' | 'payments' | 'records', string>>(
    session,
    'purge/040_listed.sql',
  );
  const dates = rows.map(({ date, region, orders, payments, records }) => ({
    date,
    region,
    orders: Number(orders),
    payments: Number(payments),
    records: Number(records),
  }));
  // The number of the next entry is used before the entry is added.
  await extendTrail(session);
  const { run, entry } = await newestOf(session);
  const statementRows = await counted(session, 'purge/042_statements.sql', parts);
  const bankRows = await counted(session, 'purge/044_bank_rows.sql', parts);
  if (dates.length + statementRows + bankRows > 0) {
    // While the results of what is purged are still there.
    const marked = { entry: entry + 1, run, orders_go: dates.length > 0 };
    await sqlPart('purge/050_dates.sql', { ...parts, ...marked }).execute(session.db);
    const until = await ownRun(session);
    if (dates.length > 0) await takeOutOrders(session, limits, parts, until);
    await sqlPart('purge/074_statement_rows_end.sql', { ...parts, until }).execute(session.db);
    await sqlPart('purge/076_statement_rows.sql', parts).execute(session.db);
    await sqlPart('purge/078_payout_rows.sql', parts).execute(session.db);
    await runSqlFile(session, 'purge/130_sums_go.sql');
  }
  const read_before = await readBeforeShown(session, shown);
  const unverified = await counted(session, 'purge/080_unverified.sql', { ...parts, read_before });
  await runSqlFile(session, 'purge/085_withdrawn.sql', { read_before });
  const rejected = await counted(session, 'purge/090_rejects.sql', { read_before });
  const firstKept = limits.regions.map((region, index) => ({ region, before: limits.limits[index]! }));
  const result = { limits: firstKept, dates, statementRows, bankRows, unverified, rejected };
  await appendDecisions(session, [decisionOf(request, result)]);
  // Deleting frees space that is refilled without growth, so autovacuum may not refresh the statistics.
  if (dates.length > 0)
    await session.script('analyze pay_ins; analyze callbacks; analyze order_rows; analyze separate_payments');
  await session.script('truncate work_purged_keys');
  return result;
}

/** Collects the orders to remove. An order is kept if a record links it to an order that is kept. */
async function gatherKeys(
  session: Session,
  limits: Limits,
  parts: SqlParameters,
  shown: ShownFrom,
): Promise<void> {
  await session.script('truncate work_purged_keys');
  const owes = owesBy('order_results', limits);
  await sqlPart('purge/010_keys.sql', { ...parts, owes }).execute(session.db);
  await session.script('analyze work_purged_keys');
  await runSqlFile(session, 'purge/020_keys_with_news.sql');
  await sqlPart('purge/025_keys_with_rows.sql', parts).execute(session.db);
  await runSqlFile(session, 'purge/027_keys_with_unverified.sql', { ...shown });
  for (let bound = 1; bound > 0; ) {
    bound = (await runSqlFile(session, 'purge/030_related_keys.sql')).changed;
  }
}

/** Whether an order owes money to its payer, as statements say; without any, none does. */
function owesBy(alias: string, { withStatements }: Limits): RawBuilder<boolean> {
  if (!withStatements) return sql`false`;
  return sql`coalesce(${owedMinor(alias)} > coalesce(${returnedMinor(alias)}, 0), false)`;
}

async function takeOutOrders(
  session: Session,
  limits: Limits,
  parts: SqlParameters,
  until: number,
): Promise<void> {
  const { rows } = await runSqlFile<{ newest_at: string | null }>(session, 'purge/055_newest_record.sql');
  await runSqlFile(session, 'watch/counts/050_count_again.sql', { before: rows[0]!.newest_at });
  for (const records of ['pay_ins', 'callbacks'])
    await counted(session, 'purge/060_records.sql', { ...parts, records: sql.table(records) });
  for (const table of WHOLE_TABLES) {
    await sql`
      delete from ${sql.table(table)} as t
      using work_purged_keys k
      where t.order_no = k.order_no and t.merchant_id = k.merchant_id`.execute(session.db);
  }
  await runSqlFile(session, 'purge/100_findings_end.sql', { until });
  await sqlPart('purge/110_findings_go.sql', parts).execute(session.db);
  await sqlPart('purge/120_orders_go.sql', { ...parts, owes: owesBy('r', limits) }).execute(session.db);
  if (limits.withStatements) await runSqlFile(session, 'purge/125_orders_end.sql', { until });
}

function limitsOf(settings: Settings, { limit, at }: PurgeRequest): Limits {
  const regions = allRegions(settings);
  const limits = regions.map(({ zone }) => {
    const today = localDate(at, zone);
    if ('days' in limit) return addDays(today, -limit.days);
    if (limit.before <= today) return limit.before;
    throw new Fault('DATE_IN_FUTURE', {
      where: '--before',
      found: limit.before,
      expected: `at most ${today}`,
    });
  });
  return {
    regions: regions.map(({ name }) => name),
    limits,
    otherwise: [...limits].sort()[0]!,
    withStatements: false,
  };
}

/**
 * The limits, each not after the first date with a change that nothing published shows. Once that is purged, no version or adjustment
 * could show it.
 */
async function untilUnshown(
  session: Session,
  limits: Limits,
  at: Instant,
): Promise<{ readonly shown: Limits; readonly waiting: readonly Waiting[] }> {
  const given = { regions: [...limits.regions], first_kept: [...limits.limits], at: formatInstant(at) };
  const { rows: waiting } = await runSqlFile<Waiting>(session, 'purge/003_unshown.sql', given);
  const dateOf = (region: string) => waiting.find((one) => one.region === region)?.date;
  const shown = limits.limits.map((limit, index) => dateOf(limits.regions[index]!) ?? limit);
  return { shown: { ...limits, limits: shown, otherwise: [...shown].sort()[0]! }, waiting };
}

/** Where there are statements, whole months go: fees.csv of a date that is kept has the rows of its month. */
function ofWholeMonths({ regions, limits, otherwise }: Limits): Limits {
  const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`;
  return {
    regions,
    limits: limits.map(firstOfMonth),
    otherwise: firstOfMonth(otherwise),
    withStatements: true,
  };
}

/** The limits, and the parts that several statements have. */
function partsOf({ regions, limits, otherwise }: Limits): SqlParameters {
  const given = { regions: [...regions], first_kept: [...limits], otherwise };
  return {
    otherwise,
    limits: sqlPart('purge/005_limits.sql', given),
    remaining: sqlPart('purge/006_remaining.sql', given),
    dated: sqlPart('purge/022_dated_statements.sql', {}),
    counted: sqlPart('purge/041_count_gone.sql', {}),
  };
}

/** A number that no run will have: what ends there has been ended by none, so that the next one does not count it as its change. */
async function ownRun(session: Session): Promise<number> {
  const { rows } = await sql<{ run: number }>`
    select nextval(pg_get_serial_sequence('runs', 'run_id'))::integer as run`.execute(session.db);
  return rows[0]!.run;
}

async function newestOf(session: Session): Promise<{ readonly run: number; readonly entry: number }> {
  const { rows } = await sql<{ run: number; entry: string }>`
    select (select coalesce(max(run_id), 0) from runs) as run,
           (select coalesce(max(entry), 0) from audit_entries) as entry`.execute(session.db);
  return { run: rows[0]!.run, entry: Number(rows[0]!.entry) };
}

async function counted(session: Session, path: string, parameters: SqlParameters): Promise<number> {
  const { rows } = await sqlPart<{ records: string }>(path, parameters).execute(session.db);
  return rows.reduce((sum, { records }) => sum + Number(records), 0);
}

function decisionOf({ at, who, reason }: PurgeRequest, { limits, dates, ...counts }: PurgeResult) {
  const sum = (field: 'orders' | 'payments' | 'records') =>
    dates.reduce((total, date) => total + date[field], 0);
  const before = Object.fromEntries(limits.map(({ region, before }) => [regionFolder(region), before]));
  return {
    at,
    who,
    action: 'purge',
    reason,
    after: {
      before,
      orders: sum('orders'),
      payments: sum('payments'),
      records: sum('records'),
      statement_rows: counts.statementRows,
      bank_rows: counts.bankRows,
      unverified: counts.unverified,
      rejected: counts.rejected,
    },
  };
}
