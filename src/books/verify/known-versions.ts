import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { type Version, versionsOf } from '../../export/publish/versions.ts';
import type { Settings } from '../../settings/schema.ts';
import { runOf, scopeOf } from '../run/report-scope.ts';

/** A version in the store, with the run and program that made it. */
export interface KnownVersion extends Version {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly program_version: string;
  readonly zone_version: string;
  /** Whether its run knew of statements. */
  readonly has_statements: boolean;
}

/** The versions of the given dates, in order. */
export async function knownVersions(session: Session, dates: readonly string[]): Promise<KnownVersion[]> {
  if (dates.length === 0) return [];
  const rows = await versions(session)
    .where('versions.date', 'in', [...dates])
    .orderBy('versions.date')
    .orderBy('versions.region')
    .orderBy('versions.version')
    .execute();
  return rows as KnownVersion[];
}

/** The version that this store published last, for any date. */
export async function newestOfAll(session: Session): Promise<KnownVersion | undefined> {
  const row = await versions(session)
    .where('versions.adopted_entry', 'is', null)
    .orderBy('versions.run_id', 'desc')
    .orderBy('versions.date', 'desc')
    .orderBy('versions.region', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row as KnownVersion | undefined;
}

/**
 * The scope that a version's reports are made from: its run, with that run's zones, and the run of the version before.
 */
export async function scopeOfVersion(
  session: Session,
  settings: Settings,
  known: KnownVersion,
): Promise<ReportScope> {
  const { run_id, date, region, schema } = known;
  const scopeOfRun = async (run: number) => scopeOf(await runOf(session, settings, run), date, region);
  const [earlier] = await versionsOf(session, { date, region }, { before: known, most: 1 });
  return { ...(await scopeOfRun(run_id)), schema, before: earlier && (await scopeOfRun(earlier.run_id)) };
}

function versions(session: Session) {
  return session.db
    .selectFrom('versions')
    .innerJoin('runs', 'runs.run_id', 'versions.run_id')
    .select([
      'versions.date',
      'versions.region',
      'versions.version',
      'versions.run_id',
      'versions.profile',
      'versions.format',
      'versions.schema',
      'versions.facts_sha256',
      'versions.files_sha256',
      'versions.adopted_entry',
      'versions.manifest_sha256',
      'runs.program_version',
      'runs.zone_version',
      'runs.has_statements',
    ])
    .select((e) => e.fn.coalesce('versions.checked_run', 'versions.run_id').as('checked_run'));
}
