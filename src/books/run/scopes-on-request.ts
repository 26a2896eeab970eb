import type { ReportScope } from '../../../reports/report.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import { newestVersionsText, versionsOf } from '../../export/publish/versions.ts';
import type { Instant } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { finalDates, refusePurged } from '../periods/final-dates.ts';
import { type AskedDates, regionsAsked } from './given-dates.ts';
import { judgeOrders } from './judge-as-of.ts';
import { keepAdjustments } from './keep-adjustments.ts';
import { runOf, scopeOf } from './report-scope.ts';

/** Selects the dates, regions and version to make reports for. */
export interface WantedScopes extends AskedDates {
  /** Names of regions, `''` for orders without one. */
  readonly regions: readonly string[];
  /** Only rows of these merchants; all if absent. */
  readonly merchants?: readonly string[] | undefined;
  /** The version to show; if absent, the results as known at `at`. */
  readonly version?: number | undefined;
  readonly at: Instant;
}

/**
 * Calls the work with the scopes of a published version, or of results computed for the occasion and then undone. There
 * is one scope for each date and region, all in one transaction.
 * @throws Fault NOTHING_REPORTED if there is no such version; VERSION_PURGED; STORE_LOCKED if results must be computed
 * while a run holds the lock
 */
export async function withScopes(
  store: Store,
  settings: Settings,
  request: WantedScopes,
  work: (session: Session, scopes: ReportScope[]) => Promise<void>,
): Promise<void> {
  if (request.version !== undefined) {
    await readAtOnce(store, async (session) =>
      work(session, await versionScopes(session, settings, request)),
    );
    return;
  }
  await store.exclusively(() =>
    store.session((session) =>
      transaction<void>(session, async () => {
        await work(session, await currentScopes(session, settings, request));
        return new Rollback<void>(undefined);
      }),
    ),
  );
}

/** The scopes of results as known at `at`, which are computed within the transaction. */
async function currentScopes(
  session: Session,
  settings: Settings,
  request: WantedScopes,
): Promise<ReportScope[]> {
  const { dates, regions, merchants, at } = request;
  const final = await finalDates(session);
  const places = dates.flatMap((date) =>
    regionsAsked(request, date, regions).map((region) => ({ date, region })),
  );
  for (const { date, region } of places) refusePurged(final, date, region);
  const run = await judgeOrders(session, settings, { asOf: at, startedAt: at, isUndone: true });
  await keepAdjustments(session, run, regions, final);
  const scopes: ReportScope[] = [];
  for (const { date, region } of places) {
    const before = await lookBefore(session, settings, { date, region });
    scopes.push({ ...scopeOf(run, date, region, merchants), before });
  }
  return scopes;
}

async function versionScopes(
  session: Session,
  settings: Settings,
  request: WantedScopes,
): Promise<ReportScope[]> {
  const scopes: ReportScope[] = [];
  const final = await finalDates(session);
  for (const date of request.dates) {
    const regions = regionsAsked(request, date, request.regions);
    const rows = await session.db
      .selectFrom('versions')
      .select(['region', 'run_id', 'version', 'schema'])
      .where('date', '=', date)
      .where('version', '=', request.version!)
      .where('region', 'in', regions)
      .execute();
    if (rows.length === 0) {
      throw new Fault('NOTHING_REPORTED', {
        where: `${date}, version ${request.version}`,
        ...(await versionsThere(session, date, regions)),
      });
    }
    const purged = rows.find(({ region }) => final.isPurged(date, region));
    if (purged !== undefined) {
      throw new Fault('VERSION_PURGED', {
        where: `${date} ${regionFolder(purged.region)} v${request.version}`,
      });
    }
    for (const region of regions) {
      const row = rows.find((found) => found.region === region);
      if (row === undefined) continue;
      const before = await lookBefore(session, settings, { date, region, version: row });
      const run = await runOf(session, settings, row.run_id);
      scopes.push({ ...scopeOf(run, date, region, request.merchants), schema: row.schema, before });
    }
  }
  return scopes;
}

interface LookedAt {
  readonly date: string;
  readonly region: string;
  /** Undefined for the current results. */
  readonly version?: { readonly version: number; readonly run_id: number };
}

/** The run of the newest version, or of the version before the given one. */
async function lookBefore(
  session: Session,
  settings: Settings,
  { date, region, version: before }: LookedAt,
): Promise<ReportScope['before']> {
  const [version] = await versionsOf(session, { date, region }, { most: 1, ...(before && { before }) });
  return version && scopeOf(await runOf(session, settings, version.run_id), date, region);
}

/** Describes which versions of a date exist, if the requested one does not. */
async function versionsThere(
  session: Session,
  date: string,
  regions: readonly string[],
): Promise<{ readonly expected?: string; readonly remedy?: string }> {
  const rows = await session.db
    .selectFrom('versions')
    .select((e) => ['region', e.fn.max('version').as('version')])
    .where('date', '=', date)
    .where('region', 'in', [...regions])
    .groupBy('region')
    .orderBy('region')
    .execute();
  if (rows.length === 0) return {};
  return {
    expected: newestVersionsText(rows),
    remedy: 'Name a version that exists, or none for the current state.',
  };
}
