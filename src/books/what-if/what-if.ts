import { keepFromLoading } from '../../database/locks.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import type { Publication } from '../../export/publish/publication.ts';
import { makeFolder } from '../../export/publish/stage.ts';
import { isReadOtherwise } from '../../ingest/read-otherwise.ts';
import { type Reinterpretation, reinterpret } from '../../ingest/reread-stored.ts';
import type { Instant } from '../../normalise/instant.ts';
import { readingSettingsDigest } from '../../normalise/reading-settings.ts';
import { type Progress, SILENT } from '../../progress.ts';
import type { ChangedSetting, ChangedSettings } from '../../settings/changed-settings.ts';
import type { Settings } from '../../settings/schema.ts';
import { finalDates } from '../periods/final-dates.ts';
import { chosenRegions } from '../run/chosen-regions.ts';
import { type AskedDates, regionsAsked } from '../run/given-dates.ts';
import { judgeOrders } from '../run/judge-as-of.ts';
import { discardAll, placeAll } from '../run/place-publications.ts';
import { preparePreviews } from '../run/reconcile-dates.ts';
import { adjustmentsOfRun, type RunAdjustments } from '../run/run-adjustments.ts';
import { type ClosedRegionOfDate, closedRegionsOf } from './closed-regions.ts';
import { type Differences, differencesOf } from './differences.ts';

export interface WhatIfRequest extends AskedDates {
  /** The settings to try, as `changeSettings` gives them. */
  readonly changed: ChangedSettings;
  /** Name of the only region, `other` for orders without one; if absent, all regions. */
  readonly region?: string | undefined;
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Absolute folder for the preview. */
  readonly preview: string;
  /** How many orders, and how many payouts, are listed at most. */
  readonly limit: number;
  readonly progress?: Progress;
}

/** What one date would show. */
export interface DateDifferences extends Differences {
  readonly date: string;
  /** The regions in which the date is closed. */
  readonly closed: readonly ClosedRegionOfDate[];
}

export interface WhatIfResult {
  readonly asOf: string;
  readonly settings: readonly ChangedSetting[];
  /** What reading the stored records again gave; null where none of the settings bears on reading. */
  readonly readAgain: Reinterpretation | null;
  /** Sources that were not read by the settings in use, so that part of the differences are theirs: `renormalise` first. */
  readonly staleSources: number;
  readonly dates: readonly DateDifferences[];
  /** What would be adjusted of closed dates, asked or not; empty if that is nothing. */
  readonly adjusted: readonly RunAdjustments[];
  readonly previews: readonly Publication[];
}

/**
 * Judges dates by other settings, and compares them with what the settings in use give. It writes the reports by the
 * other settings to a folder, and everything that it does in the store is rolled back. It judges every stored order.
 * @throws Fault STORE_LOCKED, and what `reconcileDates` throws for a preview
 */
export async function whatIf(
  store: Store,
  settings: Settings,
  request: WhatIfRequest,
): Promise<WhatIfResult> {
  await makeFolder(request.preview);
  return store.exclusively(async () => {
    const result = await store.session((session) =>
      transaction(session, async () => {
        const isReadAgain =
          readingSettingsDigest(settings) !== readingSettingsDigest(request.changed.settings);
        if (isReadAgain) await keepFromLoading(session, store.address);
        return new Rollback(await compare(session, settings, request, isReadAgain));
      }),
    );
    // Before the lock is given back: another preview in the same folder removes what is not in its place yet.
    await placeAll(result.previews);
    return result;
  });
}

async function compare(
  session: Session,
  settings: Settings,
  request: WhatIfRequest,
  isReadAgain: boolean,
): Promise<WhatIfResult> {
  const { changed, dates, isAsked, region, asOf, startedAt, preview: out, progress = SILENT } = request;
  const before = await judgeOrders(session, settings, { asOf, startedAt, isUndone: true });
  const staleSources = isReadAgain ? await countOtherwiseRead(session, settings) : 0;
  const readAgain = isReadAgain ? await reinterpret(session, changed.settings, progress) : null;
  const previewed = await preparePreviews(
    session,
    changed.settings,
    { dates, isAsked, region, asOf, startedAt, out, progress },
    isReadAgain,
  );
  try {
    return {
      asOf: previewed.asOf,
      previews: previewed.publications,
      ...{ settings: changed.changed, readAgain, staleSources },
      ...(await differencesOfDates(session, request, settings, before.runId)),
    };
  } catch (error) {
    await discardAll([previewed]);
    throw error;
  }
}

async function differencesOfDates(
  session: Session,
  { dates, isAsked, region, limit, changed }: WhatIfRequest,
  settings: Settings,
  beforeRun: number,
): Promise<Pick<WhatIfResult, 'dates' | 'adjusted'>> {
  // An order may come from, or move to, a region that only one of the settings has.
  const inUse = region === undefined ? chosenRegions(settings, region) : [];
  const compared = [...new Set([...inUse, ...chosenRegions(changed.settings, region)])];
  const { run: afterRun } = await session.db
    .selectFrom('runs')
    .select((e) => e.fn.max('run_id').as('run'))
    .executeTakeFirstOrThrow();
  const final = await finalDates(session);
  const found: DateDifferences[] = [];
  for (const date of dates) {
    const regions = regionsAsked({ dates, isAsked }, date, compared);
    found.push({
      date,
      closed: await closedRegionsOf(session, final, { date, regions, run: afterRun }),
      ...(await differencesOf(session, { date, regions, beforeRun, afterRun, limit })),
    });
  }
  const { adjusted = [] } = await adjustmentsOfRun(session, afterRun);
  return { dates: found, adjusted };
}

async function countOtherwiseRead(session: Session, settings: Settings): Promise<number> {
  const row = await session.db
    .selectFrom('sources')
    .select((e) => e.fn.countAll<string>().as('sources'))
    .where(isReadOtherwise(settings))
    .executeTakeFirstOrThrow();
  return Number(row.sources);
}
