import { sql } from 'kysely';
import { auditHead } from '../audit/audit-head.ts';
import { isCitus } from '../database/distribute.ts';
import { betweenSources } from '../database/locks.ts';
import { programVersion } from '../database/package-root.ts';
import type { SqlParameters } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { atFaultPoint } from '../fault-points.ts';
import { formatInstant } from '../normalise/instant.ts';
import { READING_RULES } from '../normalise/reading-settings.ts';
import { absentParameters } from '../settings/absent.ts';
import { regionZones, zonesOf } from '../settings/region-zones.ts';
import type { Settings } from '../settings/schema.ts';
import { settingsDigest } from '../settings/settings-digest.ts';
import { checkZones } from './checks.ts';
import { chooseOrders, countNewRecords, keepJudging, lastJudging } from './choose/choose-orders.ts';
import { dropUnfinished, emptyTables } from './empty-tables.ts';
import { judgeInLanes, lanesFor } from './lanes.ts';
import type { JudgedRun, Run, RunRequest } from './run.ts';
import { type Judging, judgeHere, runStep } from './run-steps.ts';
import { hasAnyStatement, statementParameters } from './statement-parameters.ts';
import { STATEMENT_TABLES } from './statement-steps.ts';
import { SOURCES_TIE, tablesFilled } from './steps.ts';

/**
 * Judges orders as known at the as-of and writes their results. It judges the orders with new evidence since the
 * previous judging. It judges every order if there was none, or if settings, program or time zone rules have changed.
 * It runs within the caller's transaction, so a failed run changes nothing. `steps.ts` lists its steps.
 * @throws Fault SETTINGS_INVALID, BOOKS_DO_NOT_TIE, TIME_ZONES_DIFFER, DATABASE_BUSY
 */
export async function reconcile(
  session: Session,
  settings: Settings,
  request: RunRequest,
): Promise<JudgedRun> {
  await checkZones(session, settings, request.asOf);
  const run = await atFaultPoint('run.begin', () => beginRun(session, settings, request));
  await request.begun?.(run);
  const last = await lastJudging(session, settings, run, request.all);
  // Other connections cannot see this transaction's changes to evidence or results, and would not undo theirs.
  const isAlone =
    [request.all, request.withdraws, request.follows, request.isUndone].includes(true) ||
    request.restores !== undefined;
  const before = await runsBefore(session, run);
  const known = { since: last.since, known_source: before.lastSourceId };
  const hasStatements = await hasAnyStatement(session);
  const parameters = { ...parametersOf(settings, request, run), ...known };
  const choosing: Judging = {
    settings,
    run,
    parameters,
    orders: 0,
    keys: 0,
    isCluster: await isCitus(session),
    hasStatements,
  };
  await dropUnfinished(session, before.runId, isAlone);
  await emptyTables(session, ['work_keys', ...(hasStatements ? STATEMENT_TABLES : [])], isAlone);
  const newRecords = await countNewRecords(session, choosing);
  const hasConnections = !isAlone && lanesFor(session, { ...choosing, orders: newRecords }) > 1;
  const { keys, parameters: found } = await atFaultPoint('run.choose', () =>
    chooseOrders(session, choosing, last, hasConnections),
  );
  const orders = keys + newRecords;
  // The bank's rows, and rows of statements without an order, are judged where no order is.
  if (orders > 0 || hasStatements) {
    // Some of them were filled when orders were chosen.
    await emptyTables(
      session,
      tablesFilled('lane', 'joint').filter((table) => !STATEMENT_TABLES.includes(table)),
      isAlone,
    );
    const judging = { ...choosing, parameters: { ...parameters, ...found }, orders, keys };
    const lanes = isAlone ? 1 : lanesFor(session, judging);
    await atFaultPoint('run.judge', () =>
      lanes > 1 ? judgeInLanes(session, judging, lanes) : judgeHere(session, judging),
    );
  } else await runStep(session, choosing, SOURCES_TIE);
  await atFaultPoint('run.keep', () => keepJudging(session, settings, run));
  return { ...run, judgedUntil: last.isLater ? last.asOf : null };
}

async function beginRun(session: Session, settings: Settings, request: RunRequest): Promise<Run> {
  const newest =
    request.follows === true
      ? await evidenceBefore(session)
      : await betweenSources(session, () => newestEvidence(session));
  const decided = await auditHead(session);
  const zones = zonesOf(settings);
  const hasStatements = await knowsStatements(session, formatInstant(request.asOf), newest.source_id);
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
      reading_rules: READING_RULES,
      has_statements: hasStatements,
    })
    .returning(['run_id', 'as_of', 'started_at'])
    .executeTakeFirstOrThrow();
  // In the database's format, so that a run loaded later has the same texts.
  return {
    runId: row.run_id,
    asOf: row.as_of,
    startedAt: row.started_at,
    lastSourceId: newest.source_id,
    lastEntry: decided.entry,
    zones,
    readingRules: READING_RULES,
    hasStatements,
  };
}

interface NewestEvidence {
  readonly source_id: number;
  readonly declaration_id: number;
}

/** The newest source and the newest declaration of completeness. Anything later is left to the next run. */
async function newestEvidence(session: Session): Promise<NewestEvidence> {
  const { rows } = await sql<NewestEvidence>`
    select (select coalesce(max(source_id), 0) from sources) as source_id,
           (select coalesce(max(declaration_id), 0) from coverage_declarations) as declaration_id`.execute(
    session.db,
  );
  return rows[0]!;
}

/** What the newest run knew of these. */
async function evidenceBefore(session: Session): Promise<NewestEvidence> {
  const { rows } = await sql<NewestEvidence>`
    select last_source_id as source_id, coalesce(last_declaration, 0) as declaration_id
    from runs order by run_id desc limit 1`.execute(session.db);
  return rows[0]!;
}

/** Whether a row of a statement or bank is known at the as-of: its source was read by then. */
async function knowsStatements(session: Session, asOf: string, lastSource: number): Promise<boolean> {
  const known = (table: 'statements' | 'bank_rows') => sql`exists (
    select r.source_id from ${sql.table(table)} r
    join sources s on s.source_id = r.source_id
    where s.source_id <= ${lastSource}::integer and s.read_at <= ${asOf}::timestamptz
  )`;
  const { rows } = await sql<{ is_so: boolean }>`
    select ${known('statements')} or ${known('bank_rows')} as is_so`.execute(session.db);
  return rows[0]!.is_so;
}

/** The newest run before this one and the newest source that any of them knew; 0 if there was none. */
async function runsBefore(session: Session, { runId }: Run): Promise<Pick<Run, 'runId' | 'lastSourceId'>> {
  const { rows } = await sql<Pick<Run, 'runId' | 'lastSourceId'>>`
    select coalesce(max(run_id), 0) as "runId", coalesce(max(last_source_id), 0) as "lastSourceId"
    from runs where run_id < ${runId}`.execute(session.db);
  return rows[0]!;
}

function parametersOf(settings: Settings, request: RunRequest, run: Run): SqlParameters {
  const { paid, pending, failed, reversed } = settings.statuses;
  return {
    as_of: run.asOf,
    last_source: run.lastSourceId,
    run: run.runId,
    restores: request.restores ?? null,
    is_changed: request.withdraws === true || request.all === true,
    ...regionZones(settings),
    grace_seconds: settings.graceSeconds,
    horizon_hours: 24 * settings.expiryHorizonDays,
    late_seconds: settings.lateCallbackSeconds,
    paid: [...paid],
    pending: [...pending],
    failed: [...failed],
    reversed: [...reversed],
    statuses: [...paid, ...pending, ...failed, ...reversed],
    ...absentParameters(settings),
    ...statementParameters(settings),
  };
}
