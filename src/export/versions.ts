import { createHash } from 'node:crypto';
import type { ReportScope } from '../../reports/report.ts';
import type { Session } from '../database/store.ts';
import type { Form } from './profile.ts';
import type { WrittenReport } from './write-report.ts';

/** A version as the store knows it. */
export interface Version extends Form {
  readonly version: number;
  readonly run_id: number;
  readonly facts_sha256: string;
}

type DateAndRegion = Pick<ReportScope, 'date' | 'region'>;

/** The newest version that the store knows of a date and region. */
export async function newestVersion(session: Session, scope: DateAndRegion): Promise<Version | undefined> {
  const [newest] = await versionsOf(session, scope, 1);
  return newest;
}

/** The versions of a date and region, the newest first. */
export async function versionsOf(
  session: Session,
  { date, region }: DateAndRegion,
  most?: number,
): Promise<Version[]> {
  const query = session.db
    .selectFrom('versions')
    .select(['version', 'run_id', 'facts_sha256', 'profile', 'format'])
    .where('date', '=', date)
    .where('region', '=', region)
    .orderBy('version', 'desc');
  const rows = await (most === undefined ? query : query.limit(most)).execute();
  return rows as Version[];
}

export async function addVersion(
  session: Session,
  scope: ReportScope,
  added: Omit<Version, 'run_id'>,
): Promise<void> {
  const { date, region, run } = scope;
  await session.db
    .insertInto('versions')
    .values({
      date,
      region,
      run_id: run,
      version: added.version,
      facts_sha256: added.facts_sha256,
      profile: added.profile,
      format: added.format,
    })
    .execute();
}

/**
 * Whether the facts of a date and region can be others than at a version's run: a row of them came, changed or went
 * since, or they are looked at with other settings, another program or other rules of time zones.
 */
export async function mayDiffer(session: Session, scope: ReportScope, version: Version): Promise<boolean> {
  const runs = await session.db
    .selectFrom('runs')
    .select(['settings_digest', 'program_version', 'zone_version'])
    .distinct()
    .where('run_id', 'in', [version.run_id, scope.run])
    .execute();
  if (runs.length !== 1) return true;
  const changed = await session.db
    .selectFrom('changed_dates')
    .select('run_id')
    .where('date', '=', scope.date)
    .where('region', '=', scope.region)
    .where('run_id', '>', version.run_id)
    .limit(1)
    .executeTakeFirst();
  return changed !== undefined;
}

/** Digest of what the facts say, whatever the form in which they are written. */
export function factsDigest(facts: readonly WrittenReport[]): string {
  return createHash('sha256')
    .update(facts.map(({ report, contentSha256 }) => `${report}.csv ${contentSha256}\n`).join(''))
    .digest('hex');
}
