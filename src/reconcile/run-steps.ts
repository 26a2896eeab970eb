import { sql } from 'kysely';
import { runSqlFile, type SqlParameters } from '../database/sql-file.ts';
import { analyzeSample } from '../database/statistics.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { inPhase } from '../phases.ts';
import { allRegions, type Settings } from '../settings/schema.ts';
import { rereadAnswers } from './evidence/reread-answers.ts';
import { writeResults } from './results/write-results.ts';
import { applyRules } from './rules/apply-rules.ts';
import type { Run } from './run.ts';
import { type Pass, type Step, stepsOf } from './steps.ts';

/** The inputs for judging orders. */
export interface Judging {
  readonly settings: Settings;
  readonly run: Run;
  readonly parameters: SqlParameters;
}

/** The steps that are more than one SQL statement. */
const PASSES: Readonly<Record<Pass, (session: Session, judging: Judging, step: Step) => Promise<void>>> = {
  checks: (session, { parameters }, { sql: files }) =>
    inPhase('judge', () => checkBooks(session, files, parameters), 'checks'),
  'reread answers': (session, { settings }) => rereadAnswers(session, settings),
  'check regions': (session, { settings }) => checkRegions(session, settings),
  rules: (session, { settings, run }) =>
    inPhase('judge', () => applyRules(session, { settings, asOf: run.asOf }), 'rules'),
  write: (session, { run }, { fills }) => writeResults(session, fills[0]!, run.runId),
};

/**
 * Runs one step.
 * @returns how many rows its statement changed; 0 for a pass
 * @throws Fault SETTINGS_INVALID, BOOKS_DO_NOT_TIE
 */
export async function runStep(session: Session, judging: Judging, step: Step): Promise<number> {
  if (step.pass !== undefined) {
    await PASSES[step.pass](session, judging, step);
    return 0;
  }
  const [file] = step.sql;
  const { changed } = await inPhase('judge', () => runSqlFile(session, file!, judging.parameters), file!);
  return changed;
}

/**
 * Gathers the evidence of the orders in work_keys and applies the rules to it. The tables that it fills must be empty.
 * @throws Fault SETTINGS_INVALID, BOOKS_DO_NOT_TIE
 */
export async function gatherEvidence(session: Session, judging: Judging): Promise<void> {
  for (const step of stepsOf('evidence')) {
    await runStep(session, judging, step);
    // Later steps join the table that this one filled. Without statistics the planner would assume it is
    // empty.
    if (step.fills.length > 0) await analyzeSample(session, step.fills);
  }
}

/** Judges the orders of work_keys in the run's own transaction and writes their results. */
export async function judgeHere(session: Session, judging: Judging): Promise<void> {
  await gatherEvidence(session, judging);
  for (const step of stepsOf('results')) await runStep(session, judging, step);
}

/** Runs files of sql/checks. Each returns no row if the books balance. Throws BOOKS_DO_NOT_TIE. */
async function checkBooks(
  session: Session,
  files: readonly string[],
  parameters: SqlParameters,
): Promise<void> {
  const mistakes: string[] = [];
  for (const file of files) {
    const { rows } = await runSqlFile<{ what: string; expected: string; actual: string }>(
      session,
      file,
      parameters,
    );
    for (const row of rows) mistakes.push(`${row.what}: ${row.actual}, not ${row.expected}`);
  }
  if (mistakes.length === 0) return;
  throw new Fault('BOOKS_DO_NOT_TIE', { found: mistakes.join('; ') });
}

/**
 * Checks for orders of regions that are no longer in the settings; they would be in no report. Throws SETTINGS_INVALID.
 */
async function checkRegions(session: Session, settings: Settings): Promise<void> {
  const known = allRegions(settings).map(({ name }) => name);
  const unknown = await sql<{ region: string }>`
    select region from work_orders where region <> all (${known}::text[])
    union
    select region from work_callbacks where region <> all (${known}::text[])
    order by region`.execute(session.db);
  if (unknown.rows.length === 0) return;
  throw new Fault('SETTINGS_INVALID', {
    where: 'regions',
    found: `stored records of ${unknown.rows.map((row) => row.region).join(', ')}, which the settings do not name`,
    expected: 'every region that records were read by',
  });
}
