import type { ReportScope } from '../../../reports/report.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { keepSums } from '../../export/date-sums.ts';
import { preparePreview } from '../../export/publish/preview.ts';
import type { Publication, PublishRequest } from '../../export/publish/publication.ts';
import { prepareVersions } from '../../export/publish/publish.ts';
import { prepareFinal } from '../../export/publish/publish-final.ts';
import { makeFolder } from '../../export/publish/stage.ts';
import { newestVersion, notePlaced } from '../../export/publish/versions.ts';
import { atFaultPoint } from '../../fault-points.ts';
import type { Instant } from '../../normalise/instant.ts';
import { type Progress, SILENT } from '../../progress.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { refusePurged } from '../periods/final-dates.ts';
import { checkAsOf } from './check-as-of.ts';
import { chosenRegions } from './chosen-regions.ts';
import { type DateToPublish, datesToPublish } from './dates-to-publish.ts';
import { type ExpiredTotal, expiredIn } from './expired.ts';
import { type AskedDates, type NotBegun, regionsAsked } from './given-dates.ts';
import { hasAnyRow } from './has-any-row.ts';
import { announce, type Judged, judgeAll } from './judge-as-of.ts';
import { discardAll, placeAll } from './place-publications.ts';
import { runOf, scopeOf } from './report-scope.ts';
import { adjustmentsOfRun, type RunAdjustments } from './run-adjustments.ts';
import { type SourceRemarks, sourceRemarks } from './source-remarks.ts';
import { type RegionSummary, summarise } from './summary.ts';
import { unknownFolders } from './unknown-folders.ts';

/** Stages of a run, as its progress names them. */
export const JUDGING = 'Judging what is new or open';
export const PUBLISHING = 'Publishing';

export interface ReconcileRequest extends AskedDates {
  /** Name of the only region to reconcile, `other` for orders without one; if absent, all regions. */
  readonly region?: string | undefined;
  /** Requested dates that have not begun. They are copied to the result. */
  readonly notBegun?: readonly NotBegun[] | undefined;
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Folder of all reports, absolute. */
  readonly out: string;
  /** Writes the reports for the as-of to `out`, and publishes and stores nothing. */
  readonly preview?: boolean;
  /** Called in the transaction that stores the run; not for a preview. */
  readonly noteRun?: (session: Session, runId: number) => Promise<void>;
  /** Called for each finished date. */
  readonly progress?: Progress;
}

export interface ReconcileResult extends SourceRemarks {
  readonly publications: readonly Publication[];
  readonly summaries: readonly RegionSummary[];
  readonly asOf: string;
  /** What became known of closed dates. Absent if that is nothing, and for a preview. */
  readonly adjusted?: readonly RunAdjustments[];
  /** Version folders beside the published ones that the store does not know. Empty for a preview. */
  readonly unknownFolders: readonly string[];
  /** Orders that expired in this run, on any date. */
  readonly expired: readonly ExpiredTotal[];
  /** Requested dates that were left out because they have not begun. */
  readonly notBegun: readonly NotBegun[];
}

/**
 * Reconciles dates and publishes what changed, including earlier published dates. The command, the jobs and the web
 * page all use this function. Changes on closed dates are reported as adjustments on the given dates.
 * All orders are judged once. That run and the first date's versions are stored in one transaction. The dates are
 * published one after the other: the versions of a date are stored and moved into place before the next date begins. If
 * the process is interrupted, every date is either complete or unchanged, and running it again continues.
 * A preview stores nothing. If it fails while writing, the previous preview stays. If it is interrupted, some dates may
 * already be in place; the next preview of the same dates and regions replaces them and removes partial files.
 * @throws Fault AS_OF_TOO_EARLY, BOOKS_DO_NOT_TIE, FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT, VERSION_LOST; VERSION_PURGED for
 * the preview of a purged date
 */
export async function reconcileDates(
  store: Store,
  settings: Settings,
  request: ReconcileRequest,
): Promise<ReconcileResult> {
  const work = workOf(settings, request);
  await makeFolder(request.out);
  try {
    return await store.session((session) =>
      request.preview === true ? previewDates(session, work) : publishDates(session, work),
    );
  } finally {
    work.progress.end();
  }
}

interface Work {
  readonly settings: Settings;
  readonly request: ReconcileRequest;
  /** Whether every order is judged again. */
  readonly all?: boolean;
  /** Whether another run precedes it in the same transaction. */
  readonly follows?: boolean;
  /** Names of the regions in this run. */
  readonly regions: readonly string[];
  readonly progress: Progress;
}

function workOf(settings: Settings, request: ReconcileRequest): Work {
  const regions = chosenRegions(settings, request.region);
  return { settings, request, regions, progress: request.progress ?? SILENT };
}

async function publishDates(session: Session, work: Work): Promise<ReconcileResult> {
  const { dates, isAsked } = work.request;
  // In the first date's transaction, so that a run that cannot publish leaves the store unchanged.
  const { run, final, expired, first, plan } = await transaction(
    session,
    async () => {
      const everywhere = work.request.region === undefined;
      // A run over all regions publishes also those that the settings do not name any more.
      await checkAsOf(session, work.request, everywhere ? undefined : work.regions);
      const judged = await judgeDates(session, work);
      await announce(session, work.settings, judged.run, work.request.startedAt);
      await work.request.noteRun?.(session, judged.run.runId);
      const selection = { dates, isAsked, regions: work.regions, everywhere, final: judged.final };
      const toDo = await datesToPublish(session, judged.run, selection);
      work.progress.begin(PUBLISHING, toDo.length, 'date', toDo.length);
      return { ...judged, first: await prepareDate(session, work, judged, toDo[0]!), plan: toDo };
    },
    'run.commit',
  );
  const prepared: Prepared[] = [];
  for (const [index, date] of plan.entries()) {
    const ofDate =
      index === 0
        ? first
        : await transaction(
            session,
            () => prepareDate(session, work, { run, final }, date),
            'publish.commit',
          );
    await placeAll(ofDate.publications);
    await atFaultPoint('publish.mark', () => notePlaced(session, ofDate.publications));
    prepared.push(ofDate);
    showProgress(work.progress, date.date, ofDate);
  }
  const result = resultOf(work, { run, expired }, prepared);
  const unknown = await unknownFolders(session, work.request.out, result.publications);
  const remarks = await sourceRemarks(session, work.settings, run);
  return { ...result, ...remarks, ...(await adjustmentsOfRun(session, run.runId)), unknownFolders: unknown };
}

async function previewDates(session: Session, work: Work): Promise<ReconcileResult> {
  const result = await transaction<ReconcileResult>(
    session,
    async () => new Rollback(await writePreviews(session, work)),
  );
  await placeAll(result.publications);
  return result;
}

/**
 * Judges once more in a transaction in which a run precedes, by the evidence which that knew, and writes previews to the
 * request's folder. The caller rolls it back, then places the publications. Throws as {@link reconcileDates}.
 * @param all judges every order again, because the transaction changed stored evidence
 */
export function preparePreviews(
  session: Session,
  settings: Settings,
  request: ReconcileRequest,
  all = false,
): Promise<ReconcileResult> {
  return writePreviews(session, { ...workOf(settings, { ...request, preview: true }), all, follows: true });
}

async function writePreviews(session: Session, work: Work): Promise<ReconcileResult> {
  const judged = await judgeDates(session, work);
  const prepared: Prepared[] = [];
  work.progress.begin('Writing', work.request.dates.length, 'date');
  try {
    for (const date of work.request.dates) {
      const whole = { date, regions: regionsAsked(work.request, date, work.regions), requested: true };
      prepared.push(await prepareDate(session, work, judged, whole));
      work.progress.advance(1);
    }
  } catch (error) {
    await discardAll(prepared);
    throw error;
  }
  const remarks = await sourceRemarks(session, work.settings, judged.run);
  return { ...resultOf(work, judged, prepared), ...remarks, unknownFolders: [] };
}

/** A run, the final dates, and what it let expire. */
interface JudgedDates extends Judged {
  readonly expired: readonly ExpiredTotal[];
}

async function judgeDates(
  session: Session,
  { settings, request, all = false, follows = false, regions, progress }: Work,
): Promise<JudgedDates> {
  progress.begin(JUDGING, undefined, 'order');
  const { asOf, startedAt, preview } = request;
  const judging = { asOf, startedAt, all, follows, isUndone: preview === true };
  const judged = await judgeAll(session, settings, judging, regions);
  const expired = await expiredIn(session, judged.run.runId, regions);
  progress.end();
  return { ...judged, expired };
}

function showProgress(progress: Progress, date: string, { publications }: Prepared): void {
  const finished = publications.map(({ region, version, state }) => ({
    ...{ region: regionFolder(region), version, state },
  }));
  const states = finished.map(({ region, version, state }) =>
    [region, ...(version === null ? [] : [`v${version}`]), state].join(' '),
  );
  progress.advance(1);
  progress.done(`${date}: ${states.join(', ')}`, { date, publications: finished });
}

function resultOf(
  { request }: Work,
  { run, expired }: Pick<JudgedDates, 'run' | 'expired'>,
  prepared: readonly Prepared[],
): Omit<ReconcileResult, keyof SourceRemarks | 'unknownFolders'> {
  return {
    publications: prepared.flatMap(({ publications }) => publications),
    summaries: prepared.flatMap(({ summaries }) => summaries),
    asOf: run.asOf,
    expired,
    notBegun: request.notBegun ?? [],
  };
}

/** The summaries and publications of one date, for each region. */
interface Prepared {
  readonly publications: readonly Publication[];
  readonly summaries: readonly RegionSummary[];
}

async function prepareDate(
  session: Session,
  { settings, request, regions: judged }: Work,
  { run, final }: Judged,
  { date, regions, requested }: DateToPublish,
): Promise<Prepared> {
  const publications: Publication[] = [];
  const summaries: RegionSummary[] = [];
  try {
    for (const region of regions) {
      const scope = scopeOf(run, date, region);
      if (request.preview === true) refusePurged(final, date, region);
      if (!(await hasAnyRow(session, scope))) continue;
      await keepSums(session, scope);
      const publishing: PublishRequest = {
        out: request.out,
        form: requested ? settings.export : undefined,
        scopeOfRun: async (runId: number) => scopeOf(await runOf(session, settings, runId), date, region),
      };
      if (request.preview === true) publications.push(await preparePreview(session, publishing, scope));
      else if (final.isFinal(date, region)) {
        const purgedEntry = final.purgedEntry(date, region);
        publications.push(...(await prepareFinal(session, publishing, scope, purgedEntry)));
        if (purgedEntry === undefined) summaries.push(...(await summariseFinal(session, publishing, scope)));
        continue;
      } else publications.push(...(await prepareVersions(session, publishing, scope)));
      if (requested && judged.includes(region)) summaries.push(...some(await summarise(session, scope)));
    }
  } catch (error) {
    await discardAll([{ publications }]);
    throw error;
  }
  return { publications, summaries };
}

/** The summary of a closed date's final version, if there is one, with the findings that are open now. */
async function summariseFinal(
  session: Session,
  { scopeOfRun }: PublishRequest,
  scope: ReportScope,
): Promise<RegionSummary[]> {
  const newest = await newestVersion(session, scope);
  return newest === undefined ? [] : some(await summarise(session, await scopeOfRun(newest.run_id), scope));
}

function some<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
