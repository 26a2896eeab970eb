import { createHash } from 'node:crypto';
import { sql } from 'kysely';
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

/** Facts with their dates; a row that changed or went has ended with a run, one that came or changed begun with it. */
const FACT_TABLES = [
  ['order_results', 'business_date'],
  ['orphan_results', 'business_date'],
  ['payment_results', 'paid_date'],
] as const;

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
  const changes = FACT_TABLES.map(
    ([table, date]) => sql`
      select from ${sql.table(table)}
      where ${sql.ref(date)} = ${scope.date}::date
        and region = ${scope.region}
        and (from_run > ${version.run_id}::integer or until_run > ${version.run_id}::integer)`,
  );
  const found = await sql<{ changed: boolean }>`
    select exists (${sql.join(changes, sql` union all `)}) as changed`.execute(session.db);
  return found.rows[0]!.changed;
}

/** Digest of what the facts say, whatever the form in which they are written. */
export function factsDigest(facts: readonly WrittenReport[]): string {
  return createHash('sha256')
    .update(facts.map(({ report, contentSha256 }) => `${report}.csv ${contentSha256}\n`).join(''))
    .digest('hex');
}
