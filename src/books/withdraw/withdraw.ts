import { auditHead } from '../../audit/audit-head.ts';
import { appendDecisions } from '../../audit/audit-trail.ts';
import { extendTrail, keepFromLoading } from '../../database/locks.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { makeFolder } from '../../export/publish/stage.ts';
import { atFaultPoint } from '../../fault-points.ts';
import type { Instant } from '../../normalise/instant.ts';
import { type Progress, SILENT } from '../../progress.ts';
import type { Settings } from '../../settings/schema.ts';
import { refuseMissingClosed } from '../periods/final-dates.ts';
import { changesOfReports, type ReportChanges } from '../run/changes-of-reports.ts';
import { checkAsOf } from '../run/check-as-of.ts';
import { announce, judgeOrders } from '../run/judge-as-of.ts';
import { type ReconcileResult, reconcileDates } from '../run/reconcile-dates.ts';
import { type TakenOut, takeOut } from './take-out-evidence.ts';
import { withdrawableSource } from './withdrawable-source.ts';

export interface WithdrawRequest {
  /** Name of the source, or its end after a `/`. */
  readonly source: string;
  /** Person, reason and time for the audit trail. */
  readonly who: string;
  readonly reason: string;
  readonly at: Instant;
  /** The as-of for new versions of published dates. */
  readonly asOf: Instant;
  /** Folder of all reports, absolute. */
  readonly out: string;
  /** Reports what would change and changes nothing. */
  readonly dryRun?: boolean;
  /** Called for each date that is published. */
  readonly progress?: Progress | undefined;
}

/** `orders` had evidence that was withdrawn, or share a tradeNo with one that had. */
export interface WithdrawResult extends TakenOut, ReportChanges {
  /** Name of the source. */
  readonly source: string;
  /** How many times it was read. */
  readonly reads: number;
  /** Number of the entry of the audit trail; undefined for a dry run. */
  readonly entry: number | undefined;
  /** New versions of published dates; undefined for a dry run, and if no published date changes. */
  readonly restated: ReconcileResult | undefined;
}

/**
 * Takes back what was read of a source: its evidence no longer counts, except what another source brought too. The records
 * are kept aside, and the audit trail says who withdrew them and why. Published dates that change get new versions, or
 * adjustments if they are closed. Existing versions stay as they are. Afterwards the same bytes can be read again. If it is
 * interrupted after the withdrawal, the next run over dates publishes what changed.
 * @throws Fault SOURCE_NOT_READ, SOURCE_AMBIGUOUS, SOURCE_WITHDRAWN; STORE_LOCKED while an ingest holds the lock;
 * AS_OF_TOO_EARLY, FOLDER_NOT_WRITABLE before any change
 */
export async function withdraw(
  store: Store,
  settings: Settings,
  request: WithdrawRequest,
): Promise<WithdrawResult> {
  const isDry = request.dryRun === true;
  if (!isDry) await makeFolder(request.out);
  const { entry, ...done } = await store.session((session) =>
    transaction<Withdrawn>(
      session,
      async () => {
        await keepFromLoading(session, store.address);
        await refuseMissingClosed(session, settings);
        const withdrawn = await withdrawWithin(session, settings, request);
        return isDry ? new Rollback(withdrawn) : withdrawn;
      },
      'withdraw.commit',
    ),
  );
  if (isDry) return { ...done, entry: undefined, restated: undefined };
  const dates = reportedOf(done);
  if (dates.length === 0) return { ...done, entry, restated: undefined };
  const { asOf, at, out, progress = SILENT } = request;
  const isAsked = (date: string, region: string) =>
    done.dates.some((one) => one.reported && one.date === date && one.region === region);
  const restated = await reconcileDates(store, settings, {
    ...{ dates, isAsked, asOf, startedAt: at, out, progress },
  });
  return { ...done, entry, restated };
}

interface Withdrawn extends Omit<WithdrawResult, 'entry' | 'restated'> {
  readonly entry: number;
}

async function withdrawWithin(
  session: Session,
  settings: Settings,
  { source: wanted, who, reason, at, asOf }: WithdrawRequest,
): Promise<Withdrawn> {
  const source = await withdrawableSource(session, wanted);
  // The number of the next entry is used before the entry is added.
  await extendTrail(session);
  const entry = (await auditHead(session)).entry + 1;
  const taken = await atFaultPoint('withdraw.take-out', () => takeOut(session, settings, source, entry));
  const { payIns, callbacks, statements, bankRows, stay, rejected } = taken;
  const stated = {
    ...(statements > 0 ? { statements } : {}),
    ...(bankRows > 0 ? { bank_rows: bankRows } : {}),
  };
  const after = { source: source.name, pay_ins: payIns, callbacks, ...stated, stay, rejected };
  // Before the run, which knows the withdrawals up to the newest entry.
  await appendDecisions(session, [{ at, who, action: 'withdraw', reason, after }]);
  const run = await judgeOrders(session, settings, { asOf, startedAt: at, withdraws: true });
  await announce(session, settings, run, at);
  const changes = await changesOfReports(session, run.runId);
  const dates = reportedOf(changes);
  if (dates.length > 0) await checkAsOf(session, { dates, asOf });
  await session.script('truncate work_changed_orders');
  const reads = source.sources.length + source.copyOf.length;
  return { source: source.name, reads, entry, ...taken, ...changes };
}

/** The published dates that change, in order. */
function reportedOf({ dates }: ReportChanges): string[] {
  return [...new Set(dates.filter(({ reported }) => reported).map(({ date }) => date))].sort();
}
