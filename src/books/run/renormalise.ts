import { keepFromLoading } from '../../database/locks.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { makeFolder } from '../../export/publish/stage.ts';
import { type Reinterpretation, reinterpret } from '../../ingest/reread-stored.ts';
import type { Instant } from '../../normalise/instant.ts';
import { type Progress, SILENT } from '../../progress.ts';
import type { Run } from '../../reconcile/run.ts';
import type { Settings } from '../../settings/schema.ts';
import { checkAsOf } from './check-as-of.ts';
import { judgeOrders } from './judge-as-of.ts';
import { type ReconcileResult, reconcileDates } from './reconcile-dates.ts';

export interface RenormaliseRequest {
  /** The as-of of the new versions of reported dates. */
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Folder of all reports, absolute. */
  readonly out: string;
  /** Tells what would change, and changes nothing. */
  readonly dryRun?: boolean;
  /** Is notified of records that are read again, and of dates that are published. */
  readonly progress?: Progress | undefined;
}

/** A date and region of which something would be reported otherwise. */
export interface ChangedDate {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly orders: number;
  /** Whether a version of it has been published. */
  readonly reported: boolean;
}

/** Payments of a paid date, region and currency before and after: as reported, or judged, and as they read now. */
export interface ChangedPayments {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly currency: string | null;
  readonly beforePayments: number;
  /** Minor units, as text: sums may pass what a number holds. */
  readonly beforeMinor: string;
  readonly afterPayments: number;
  readonly afterMinor: string;
}

export interface RenormaliseResult extends Reinterpretation {
  /** Orders that have a record which reads otherwise now. */
  readonly orders: number;
  readonly dates: readonly ChangedDate[];
  /** The paid dates whose payments or money change, by region and currency. */
  readonly payments: readonly ChangedPayments[];
  /** The new versions of dates that had been reported; nothing of a dry run. */
  readonly restated: ReconcileResult | undefined;
}

/**
 * Applies the current settings, and the rules of this edition of the program, to everything stored, from the kept texts,
 * and publishes new versions of the reported
 * dates that say something else by them. What was published stays as it is. What is broken off is made good by doing
 * the same again: which dates are out of date is asked of the store, not remembered.
 * @throws Fault STORE_LOCKED while an ingest is at work; AS_OF_TOO_EARLY, FOLDER_NOT_WRITABLE before anything is changed
 */
export async function renormalise(
  store: Store,
  settings: Settings,
  request: RenormaliseRequest,
): Promise<RenormaliseResult> {
  if (request.dryRun !== true) await makeFolder(request.out);
  const { changed, reported } = await store.session((session) =>
    transaction(session, async () => {
      await keepFromLoading(session, store.address);
      const dates = await reportedDates(session, request);
      const done = { changed: await reread(session, settings, request), reported: dates };
      return request.dryRun === true ? new Rollback(done) : done;
    }),
  );
  if (request.dryRun === true || reported.length === 0) return { ...changed, restated: undefined };
  const { asOf, startedAt, out, progress = SILENT } = request;
  const restated = await reconcileDates(store, settings, { dates: reported, asOf, startedAt, out, progress });
  return { ...changed, restated };
}

async function reread(
  session: Session,
  settings: Settings,
  request: RenormaliseRequest,
): Promise<Omit<RenormaliseResult, 'restated'>> {
  const done = await reinterpret(session, settings, request.progress);
  const orders = await countOrders(session);
  // Also where no text reads otherwise: a zone bears on business dates as well.
  const { runId } = await judgeAgain(session, settings, request);
  const { rows } = await runSqlFile<{ date: string; region: string; orders: string; reported: boolean }>(
    session,
    'renormalise/050_changed_dates.sql',
  );
  const dates = rows.map((row) => ({ ...row, orders: Number(row.orders) }));
  return { ...done, orders, dates, payments: await changedPayments(session, runId) };
}

async function changedPayments(session: Session, run: number): Promise<ChangedPayments[]> {
  const { rows } = await runSqlFile<
    Record<
      'paid_date' | 'region' | 'before_payments' | 'before_minor' | 'after_payments' | 'after_minor',
      string
    > & { currency: string | null }
  >(session, 'renormalise/055_changed_payments.sql', { run });
  return rows.map((row) => ({
    date: row.paid_date,
    region: row.region,
    currency: row.currency,
    beforePayments: Number(row.before_payments),
    beforeMinor: row.before_minor,
    afterPayments: Number(row.after_payments),
    afterMinor: row.after_minor,
  }));
}

function judgeAgain(
  session: Session,
  settings: Settings,
  { asOf, startedAt }: RenormaliseRequest,
): Promise<Run> {
  return judgeOrders(session, settings, { asOf, startedAt, all: true });
}

async function countOrders(session: Session): Promise<number> {
  const row = await session.db
    .selectFrom((db) =>
      db
        .selectFrom('stage_pay_ins')
        .select(['order_no', 'merchant_id'])
        .union(db.selectFrom('stage_callbacks').select(['order_no', 'merchant_id']))
        .as('touched'),
    )
    .select((e) => e.fn.countAll<string>().as('orders'))
    .executeTakeFirstOrThrow();
  return Number(row.orders);
}

/** Every date of which a version was published, in order. Throws AS_OF_TOO_EARLY where one is newer than the as-of. */
async function reportedDates(session: Session, request: RenormaliseRequest): Promise<string[]> {
  const rows = await session.db.selectFrom('versions').select('date').distinct().orderBy('date').execute();
  const dates = rows.map(({ date }) => date);
  if (dates.length > 0) await checkAsOf(session, { dates, asOf: request.asOf });
  return dates;
}
