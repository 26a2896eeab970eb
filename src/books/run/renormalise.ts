import { sql } from 'kysely';
import { keepFromLoading } from '../../database/locks.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { makeFolder } from '../../export/publish/stage.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { type Reinterpretation, reinterpret } from '../../ingest/reread-stored.ts';
import type { Instant } from '../../normalise/instant.ts';
import { type Progress, SILENT } from '../../progress.ts';
import type { Settings } from '../../settings/schema.ts';
import { refuseMissingClosed } from '../periods/final-dates.ts';
import { changesOfReports, type ReportChanges } from './changes-of-reports.ts';
import { checkAsOf } from './check-as-of.ts';
import { announce, judgeOrders } from './judge-as-of.ts';
import { type ReconcileResult, reconcileDates } from './reconcile-dates.ts';

export interface RenormaliseRequest {
  /** The as-of for new versions of published dates. */
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Folder of all reports, absolute. */
  readonly out: string;
  /** Reports what would change and changes nothing. */
  readonly dryRun?: boolean;
  /** Called for records that are read again and for dates that are published. */
  readonly progress?: Progress | undefined;
}

/** `orders` have a record that now reads differently. */
export interface RenormaliseResult extends Reinterpretation, ReportChanges {
  /** New versions of published dates; undefined for a dry run. */
  readonly restated: ReconcileResult | undefined;
}

/**
 * Applies the current settings and this program's reading rules to all stored records, from their stored original text.
 * Then publishes new versions of published dates that change as a result, and first versions of other regions of these
 * dates that get orders. Existing versions stay as they are. After an
 * interruption, run it again: the dates to update are derived from the store.
 * @throws Fault STORE_LOCKED while an ingest holds the lock; AS_OF_TOO_EARLY, FOLDER_NOT_WRITABLE, SETTINGS_INVALID before
 * any change
 */
export async function renormalise(
  store: Store,
  settings: Settings,
  request: RenormaliseRequest,
): Promise<RenormaliseResult> {
  if (request.dryRun !== true) await makeFolder(request.out);
  const { changed, reported } = await store.session((session) =>
    transaction(
      session,
      async () => {
        await keepFromLoading(session, store.address);
        await refuseMissingClosed(session, settings);
        const dates = await reportedDates(session, request);
        const done = {
          changed: await atFaultPoint('renormalise.reread', () => reread(session, settings, request)),
          reported: dates,
        };
        return request.dryRun === true ? new Rollback(done) : done;
      },
      'renormalise.commit',
    ),
  );
  if (request.dryRun === true || reported.length === 0) return { ...changed, restated: undefined };
  const { asOf, startedAt, out, progress = SILENT } = request;
  const restated = await reconcileDates(store, settings, {
    ...{ dates: reported.map(({ date }) => date), isAsked: askedOf(reported, changed) },
    ...{ asOf, startedAt, out, progress },
  });
  return { ...changed, restated };
}

async function reread(
  session: Session,
  settings: Settings,
  { asOf, startedAt, progress }: RenormaliseRequest,
): Promise<Omit<RenormaliseResult, 'restated'>> {
  const done = await reinterpret(session, settings, progress);
  await session.script('truncate work_changed_orders');
  await runSqlFile(session, 'renormalise/045_changed_orders.sql');
  // Needed even if no text reads differently, because zones also affect business dates.
  const run = await judgeOrders(session, settings, { asOf, startedAt, all: true });
  await announce(session, settings, run, startedAt);
  const changes = await changesOfReports(session, run.runId, true);
  await session.script('truncate work_changed_orders');
  return { ...done, ...changes };
}

/** A date with a published version, and the regions that have one. */
interface ReportedDate {
  readonly date: string;
  readonly regions: readonly string[];
}

/** Every date with a published version, in order. Throws AS_OF_TOO_EARLY if one is newer than the as-of. */
async function reportedDates(session: Session, request: RenormaliseRequest): Promise<ReportedDate[]> {
  const { rows } = await sql<ReportedDate>`
    select date, array_agg(distinct region) as regions from versions group by date order by date`.execute(
    session.db,
  );
  const dates = rows.map(({ date }) => date);
  if (dates.length > 0) await checkAsOf(session, { dates, asOf: request.asOf });
  return rows;
}

/** What was published is published again, and first versions of what other orders show; no region that nobody asked for. */
function askedOf(
  reported: readonly ReportedDate[],
  { dates }: Pick<ReportChanges, 'dates'>,
): (date: string, region: string) => boolean {
  const asked = new Set([
    ...reported.flatMap(({ date, regions }) => regions.map((region) => `${date} ${region}`)),
    ...dates.flatMap(({ date, region, first }) => (first ? [`${date} ${region}`] : [])),
  ]);
  return (date, region) => asked.has(`${date} ${region}`);
}
