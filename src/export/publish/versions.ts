import { FACTS, REPORTS } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { sha256Of } from '../../sha256.ts';
import type { Form } from '../profile.ts';
import type { WrittenReport } from './version-files.ts';

/** A version as the store knows it. */
export interface Version extends Form {
  readonly version: number;
  readonly run_id: number;
  /** How it is written; see SCHEMA of reports/report.ts. */
  readonly schema: number;
  readonly facts_sha256: string;
  /** The newest run that is known to show the same facts. */
  readonly checked_run: number;
  /** SHA-256 over its files, null where that was not kept. */
  readonly files_sha256: string | null;
  /** Entry of the audit trail by which a version of another store was adopted; null for one of this store. */
  readonly adopted_entry: string | null;
  /** SHA-256 of the manifest of an adopted version. */
  readonly manifest_sha256: string | null;
}

export const ONLY_WITH_ROWS = new Set(
  REPORTS.filter(({ onlyWithRows }) => onlyWithRows).map(({ name }) => name),
);

type DateAndRegion = Pick<ReportScope, 'date' | 'region'>;

/** The newest version that the store knows of a date and region. */
export async function newestVersion(session: Session, scope: DateAndRegion): Promise<Version | undefined> {
  const [newest] = await versionsOf(session, scope, { most: 1 });
  return newest;
}

/** The newest version of each region, for errors: `BR up to version 2, EG up to version 1`. */
export function newestVersionsText(
  versions: ReadonlyArray<{ readonly region: string; readonly version: number }>,
): string {
  const newest = new Map<string, number>();
  for (const { region, version } of versions)
    newest.set(region, Math.max(version, newest.get(region) ?? version));
  return [...newest]
    .map(([region, version]) => `${regionFolder(region)} up to version ${version}`)
    .join(', ');
}

/**
 * The versions of a date and region, the newest first: all of them, at most so many, or those that existed when a
 * certain version was made. A version that was adopted later did not exist then, whatever its number.
 */
export async function versionsOf(
  session: Session,
  { date, region }: DateAndRegion,
  { most, before }: { readonly most?: number; readonly before?: Pick<Version, 'version' | 'run_id'> } = {},
): Promise<Version[]> {
  const query = session.db
    .selectFrom('versions')
    .select(['version', 'run_id', 'schema', 'facts_sha256', 'files_sha256', 'profile', 'format'])
    .select(['adopted_entry', 'manifest_sha256'])
    .select((e) => e.fn.coalesce('checked_run', 'run_id').as('checked_run'))
    .where('date', '=', date)
    .where('region', '=', region)
    .$if(before !== undefined, (versions) =>
      versions.where('version', '<', before!.version).where('run_id', '<', before!.run_id),
    )
    .$if(most !== undefined, (versions) => versions.limit(most!))
    .orderBy('version', 'desc');
  const rows = await query.execute();
  return rows as Version[];
}

export async function addVersion(
  session: Session,
  scope: ReportScope,
  added: Omit<Version, 'run_id' | 'schema' | 'checked_run' | 'adopted_entry' | 'manifest_sha256'>,
): Promise<void> {
  const { date, region, run, schema } = scope;
  await session.db
    .insertInto('versions')
    .values({
      date,
      region,
      run_id: run,
      schema,
      version: added.version,
      facts_sha256: added.facts_sha256,
      files_sha256: added.files_sha256,
      placed: false,
      profile: added.profile,
      format: added.format,
    })
    .execute();
}

/** Keeps a version of another store, whose files are already in their place, as a version of the run. */
export async function addAdopted(
  session: Session,
  { date, region, run }: Pick<ReportScope, 'date' | 'region' | 'run'>,
  adopted: Omit<Version, 'run_id' | 'checked_run'>,
): Promise<void> {
  await session.db
    .insertInto('versions')
    .values({ ...adopted, date, region, run_id: run, placed: true })
    .execute();
}

/** Notes that the run shows the same facts as a version. */
export async function noteSame(session: Session, scope: ReportScope, { version }: Version): Promise<void> {
  await session.db
    .updateTable('versions')
    .set({ checked_run: scope.run })
    .where((e) => e.and({ date: scope.date, region: scope.region, version }))
    .execute();
}

/** What a run judges with besides evidence and as-of. */
export type JudgedWith = 'settings' | 'program' | 'time_zones';

/** Which settings, program and time zone rules two runs did not share. */
export async function differencesOf(session: Session, one: number, other: number): Promise<JudgedWith[]> {
  const runs = await session.db
    .selectFrom('runs')
    .select(['settings_digest as settings', 'program_version as program', 'zone_version as time_zones'])
    .where('run_id', 'in', [one, other])
    .execute();
  const all = ['settings', 'program', 'time_zones'] as const;
  return all.filter((name) => new Set(runs.map((run) => run[name])).size > 1);
}

/** Whether two runs had the same settings, program and time zone rules. */
export async function isSameProgram(session: Session, one: number, other: number): Promise<boolean> {
  return (await differencesOf(session, one, other)).length === 0;
}

/**
 * Whether the facts of a date and region may differ from those of a version: a row of them was added, changed or
 * removed since, or settings, program or time zone rules have changed.
 */
export async function mayDiffer(session: Session, scope: ReportScope, version: Version): Promise<boolean> {
  if (!(await isSameProgram(session, version.checked_run, scope.run))) return true;
  const changed = await session.db
    .selectFrom('changed_dates')
    .select('run_id')
    .where('date', '=', scope.date)
    .where('region', '=', scope.region)
    .where('run_id', '>', version.checked_run)
    .limit(1)
    .executeTakeFirst();
  return changed !== undefined;
}

/** Whether something of a date was adjusted since a version of it: the date was closed then, and is open again. */
export async function wasAdjustedSince(
  session: Session,
  { date, region }: Pick<ReportScope, 'date' | 'region'>,
  version: Version,
): Promise<boolean> {
  const parameters = { date, region, since: version.run_id };
  const { rows } = await runSqlFile<{ is_adjusted: boolean }>(
    session,
    'close/030_adjusted_since.sql',
    parameters,
  );
  return rows[0]!.is_adjusted;
}

/** Notes that versions are in their places, and those before them: what was missing of these was written again. */
export async function notePlaced(
  session: Session,
  placed: ReadonlyArray<{ readonly date: string; readonly region: string; readonly version: number | null }>,
): Promise<void> {
  for (const { date, region, version } of placed) {
    if (version === null) continue;
    await session.db
      .updateTable('versions')
      .set({ placed: true })
      .where((e) => e.and([e.and({ date, region, placed: false }), e('version', '<=', version)]))
      .execute();
  }
}

/** Digest of a version's files on disk. */
export function filesDigest(
  files: ReadonlyArray<{ readonly name: string; readonly sha256: string }>,
): string {
  const lines = files.map(({ name, sha256 }) => `${name} ${sha256}\n`).sort();
  return sha256Of(lines.join(''));
}

/** Those of a version's reports that its digest of the facts covers. */
export function countingFacts(written: readonly WrittenReport[]): WrittenReport[] {
  const isFact = new Set(FACTS.map(({ name }) => name));
  return written.filter(
    ({ report, file }) => isFact.has(report) && (file.rows > 0 || !ONLY_WITH_ROWS.has(report)),
  );
}

/** Digest of the facts among a version's reports, which does not depend on their form. */
export function factsDigest(written: readonly WrittenReport[]): string {
  return sha256Of(
    countingFacts(written)
      .map(({ report, contentSha256 }) => `${report}.csv ${contentSha256}\n`)
      .join(''),
  );
}
