import { sql } from 'kysely';
import { REPORTS } from '../../reports/all.ts';
import type { ReportScope } from '../../reports/report.ts';
import { Rollback, type Session, type Store, transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import {
  newestVersion,
  type Publication,
  prepareMissing,
  preparePreview,
  prepareVersion,
  regionFolder,
} from '../export/publish.ts';
import { didYouMean } from '../near.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import { readingSettingsDigest } from '../normalise/reading-settings.ts';
import { REJECTIONS } from '../normalise/rejection.ts';
import { type Run, reconcile } from '../reconcile/reconcile.ts';
import { RULES } from '../reconcile/rules/all.ts';
import { OTHER_REGION, type Settings } from '../settings.ts';
import { type RegionSummary, summarise } from './summary.ts';

export interface ReconcileRequest {
  /** Business dates, `yyyy-MM-dd`, in order. */
  readonly dates: readonly string[];
  /** Name of the one region to look at, `other` for orders without one; all of them if absent. */
  readonly region?: string | undefined;
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Folder of all reports, absolute. */
  readonly out: string;
  /** Writes what the as-of shows there, and publishes and keeps nothing. */
  readonly preview?: boolean;
}

export interface ReconcileResult {
  readonly publications: readonly Publication[];
  readonly summaries: readonly RegionSummary[];
  readonly asOf: string;
  /** Sources whose records were interpreted by other settings than those at hand: `renormalise` applies these. */
  readonly staleSources: number;
}

/**
 * Reconciles dates and publishes what changed: one mechanism for the command, the jobs and the page.
 * The run is kept whole or not at all; versions are put in their places after it was kept.
 * @throws Fault AS_OF_TOO_EARLY, BOOKS_DO_NOT_TIE, FOLDER_NOT_WRITABLE
 */
export async function reconcileDates(
  store: Store,
  settings: Settings,
  request: ReconcileRequest,
): Promise<ReconcileResult> {
  const regions = regionsAtHand(settings, request.region);
  const result = await store.session((session) =>
    transaction(session, async () => {
      if (request.preview !== true) await checkAsOf(session, request, regions);
      const run = await reconcile(session, settings, {
        until: request.dates.at(-1)!,
        regions,
        asOf: request.asOf,
        startedAt: request.startedAt,
      });
      const prepared = await prepareAll(session, settings, request, regions, run);
      return request.preview === true ? new Rollback(prepared) : prepared;
    }),
  );
  await placeAll(result.publications);
  return result;
}

/** Puts every version in its place, also after one that could not be; the run is kept, and the next one mends it. */
async function placeAll(publications: readonly Publication[]): Promise<void> {
  let failure: unknown;
  for (const publication of publications) {
    try {
      await publication.place();
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}

/** Names of the regions that a run looks at; `''` stands for orders without one. */
export function regionsAtHand(settings: Settings, region: string | undefined): string[] {
  const known = [...settings.regions.map(({ name }) => name), OTHER_REGION.name];
  if (region === undefined) return known;
  const name = region === 'other' ? OTHER_REGION.name : region;
  if (known.includes(name)) return [name];
  const names = known.map(regionFolder);
  const hint = didYouMean(region, names);
  throw new Fault('USAGE', {
    where: '--region',
    found: region,
    expected: names.join(', '),
    ...(hint === undefined ? {} : { remedy: hint }),
  });
}

/** The scope of a report over a run. */
export function scopeOf(run: Run, date: string, region: string, merchant?: string): ReportScope {
  return {
    date,
    region,
    merchant,
    run: run.runId,
    asOf: run.asOf,
    startedAt: run.startedAt,
    lastSource: run.lastSourceId,
    findingKinds: RULES.map(({ code, severity, explanation }) => ({ code, severity, explanation })),
    rejections: [
      ...Object.entries(REJECTIONS).map(([reason, { remedy }]) => ({ reason, remedy })),
      { reason: 'unverified', remedy: 'Find out who sent it; nothing was decided by it.' },
    ],
  };
}

/** A run of the past as its reports need it. */
export async function runOf(session: Session, runId: number): Promise<Run> {
  const row = await session.db
    .selectFrom('runs')
    .select(['run_id', 'as_of', 'started_at', 'last_source_id'])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return { runId: row.run_id, asOf: row.as_of, startedAt: row.started_at, lastSourceId: row.last_source_id };
}

/** Zone of a region by its name. */
export function zoneOf(settings: Settings): (region: string) => string {
  const zones = new Map(settings.regions.map((region) => [region.name, region.zone]));
  return (region) => zones.get(region) ?? OTHER_REGION.zone;
}

async function prepareAll(
  session: Session,
  settings: Settings,
  request: ReconcileRequest,
  regions: readonly string[],
  run: Run,
): Promise<ReconcileResult> {
  const publications: Publication[] = [];
  const summaries: RegionSummary[] = [];
  try {
    for (const date of request.dates) {
      for (const region of regions) {
        const scope = scopeOf(run, date, region);
        if (!(await isWorthAFolder(session, scope))) continue;
        const publishing = {
          out: request.out,
          zoneOf: zoneOf(settings),
          scopeOfRun: async (runId: number) => scopeOf(await runOf(session, runId), date, region),
        };
        const prepare = request.preview === true ? preparePreview : prepareVersion;
        if (request.preview !== true)
          publications.push(...(await prepareMissing(session, publishing, scope)));
        publications.push(await prepare(session, publishing, scope));
        summaries.push(await summarise(session, scope));
      }
    }
  } catch (error) {
    for (const publication of publications) await publication.discard();
    throw error;
  }
  return { publications, summaries, asOf: run.asOf, staleSources: await countStale(session, settings) };
}

async function countStale(session: Session, settings: Settings): Promise<number> {
  const row = await session.db
    .selectFrom('sources')
    .select((e) => e.fn.countAll<string>().as('sources'))
    .where('normalised_by', 'not in', ['', readingSettingsDigest(settings)])
    .executeTakeFirstOrThrow();
  return Number(row.sources);
}

/** A region of the settings always has its folder; orders without one only where there are any, or were. */
async function isWorthAFolder(session: Session, scope: ReportScope): Promise<boolean> {
  if (scope.region !== OTHER_REGION.name) return true;
  if ((await newestVersion(session, scope)) !== undefined) return true;
  for (const report of REPORTS) {
    if (report.name === 'rejected-records') continue;
    const row = await report.select(session.db, scope).limit(1).executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

async function checkAsOf(
  session: Session,
  request: ReconcileRequest,
  regions: readonly string[],
): Promise<void> {
  const newer = await session.db
    .selectFrom('versions')
    .innerJoin('runs', 'runs.run_id', 'versions.run_id')
    .select(['versions.date', 'versions.region', 'versions.version', 'runs.as_of'])
    .where('versions.date', 'in', [...request.dates])
    .where('versions.region', 'in', [...regions])
    .where(sql<boolean>`runs.as_of > ${formatInstant(request.asOf)}::timestamptz`)
    .orderBy('runs.as_of', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newer === undefined) return;
  throw new Fault('AS_OF_TOO_EARLY', {
    where: `${newer.date} ${regionFolder(newer.region)} v${newer.version}`,
    found: `--as-of ${formatInstant(request.asOf)}`,
    expected: `${newer.as_of} or later`,
  });
}
