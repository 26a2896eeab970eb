import { sql } from 'kysely';
import { auditHead } from '../database/audit-head.ts';
import { betweenSources } from '../database/locks.ts';
import { programVersion } from '../database/package-root.ts';
import { runSqlFile, type SqlParameters, sqlFiles } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import { inPhase } from '../phases.ts';
import { settingsDigest } from '../settings/settings-digest.ts';
import type { Settings } from '../settings.ts';
import { checkBooks } from './check-books.ts';
import { checkZones } from './check-zones.ts';
import { emptyTables } from './empty-tables.ts';
import { FILLED, type Judging, judgeHere, SOURCES_CHECK } from './judge-keys.ts';
import { judgeInLanes, lanesFor } from './lanes.ts';
import { gatherKeys, keepLook, lastLook } from './look.ts';
import type { ResultTable } from './result-tables.ts';
import { writeResults } from './results.ts';

export interface RunRequest {
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Looks at every order, also where nothing is new: for evidence that was changed where it stands. */
  readonly all?: boolean;
  /** The run that looked from earlier, and whose changes this one takes back. */
  readonly restores?: number;
}

/** A run as its reports need it; instants as PostgreSQL reads them. */
export interface Run {
  readonly runId: number;
  readonly asOf: string;
  readonly startedAt: string;
  readonly lastSourceId: number;
  /** The newest entry of the audit trail that its reports know, 0 for none. */
  readonly lastEntry: number;
  /** IANA zone of each region by its name. */
  readonly zones: Readonly<Record<string, string>>;
}

/** A run, and the as-of of the look before it if that was from later; null as a rule. */
export interface Look extends Run {
  readonly lookedUntil: string | null;
}

/**
 * Looks at the orders as they were known at the as-of, and makes the results say so: at those about
 * which something is new since the last look, or at all where there is none, or by other settings, program or zones.
 * Runs within the caller's transaction, so that a run that fails leaves nothing.
 * @throws Fault BOOKS_DO_NOT_TIE, TIME_ZONES_DIFFER
 */
export async function reconcile(session: Session, settings: Settings, request: RunRequest): Promise<Look> {
  await checkZones(session, settings, request.asOf);
  const run = await beginRun(session, settings, request);
  const last = await lastLook(session, settings, run, request.all);
  // What this transaction has changed of evidence or results is not seen by others.
  const isAlone = request.all === true || request.restores !== undefined;
  await emptyTables(session, ['work_keys'], isAlone);
  const keys = await inPhase('judge', () => gatherKeys(session, settings, run, last), 'keys');
  const parameters = { ...parametersOf(settings, request, run), since: last.since };
  await inPhase('judge', () => checkBooks(session, [SOURCES_CHECK], parameters), 'checks');
  const judging: Judging = { settings, run, parameters };
  const lanes = isAlone ? 1 : await lanesFor(session, settings, keys);
  const write = (table: ResultTable) => writeResults(session, table, run.runId);
  if (keys > 0) {
    await emptyTables(session, FILLED, isAlone);
    if (lanes > 1) await judgeInLanes(session, judging, { lanes, orders: keys }, write);
    else await judgeHere(session, judging, write);
    for (const change of sqlFiles('changes'))
      await inPhase('judge', () => runSqlFile(session, `changes/${change}`, parameters), `changes/${change}`);
  }
  await keepLook(session, settings, run);
  return { ...run, lookedUntil: last.isLater ? last.asOf : null };
}

async function beginRun(session: Session, settings: Settings, request: RunRequest): Promise<Run> {
  const newest = await betweenSources(session, () => newestEvidence(session));
  const decided = await auditHead(session);
  const zones = zonesOf(settings);
  const row = await session.db
    .insertInto('runs')
    .values({
      as_of: formatInstant(request.asOf),
      started_at: formatInstant(request.startedAt),
      settings_digest: settingsDigest(settings),
      program_version: programVersion,
      zone_version: process.versions['tz'] ?? 'unknown',
      last_source_id: newest.source_id,
      last_declaration: newest.declaration_id,
      last_entry: String(decided.entry),
      zones: JSON.stringify(zones),
    })
    .returning(['run_id', 'as_of', 'started_at'])
    .executeTakeFirstOrThrow();
  // As the database spells them: a run that is looked up later must read the same.
  return {
    runId: row.run_id,
    asOf: row.as_of,
    startedAt: row.started_at,
    lastSourceId: newest.source_id,
    lastEntry: decided.entry,
    zones,
  };
}

/** The newest source, and the newest word on how far one is complete: what comes while the run is at work is the next one's. */
async function newestEvidence(session: Session) {
  const { rows } = await sql<{ source_id: number; declaration_id: number }>`
    select (select coalesce(max(source_id), 0) from sources) as source_id,
           (select coalesce(max(declaration_id), 0) from reach_declarations) as declaration_id`.execute(
    session.db,
  );
  return rows[0]!;
}

/** IANA zone of each region of the settings by its name. */
export function zonesOf(settings: Settings): Record<string, string> {
  return Object.fromEntries(settings.regions.map(({ name, zone }) => [name, zone]));
}

function parametersOf(settings: Settings, request: RunRequest, run: Run): SqlParameters {
  const { paid, pending, failed, reversed } = settings.statuses;
  return {
    as_of: run.asOf,
    last_source: run.lastSourceId,
    run: run.runId,
    restores: request.restores ?? null,
    regions: settings.regions.map((region) => region.name),
    zones: settings.regions.map((region) => region.zone),
    grace_seconds: settings.graceSeconds,
    horizon_days: settings.expiryHorizonDays,
    late_seconds: settings.lateCallbackSeconds,
    paid: [...paid],
    pending: [...pending],
    failed: [...failed],
    reversed: [...reversed],
    statuses: [...paid, ...pending, ...failed, ...reversed],
  };
}
