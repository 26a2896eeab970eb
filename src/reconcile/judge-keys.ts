import { sql } from 'kysely';
import { runSqlFile, type SqlParameters, sqlFiles } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { inPhase } from '../phases.ts';
import { allRegions, type Settings } from '../settings.ts';
import { checkBooks } from './check-books.ts';
import { judge } from './judge.ts';
import { readAnswers } from './read-answers.ts';
import type { Run } from './reconcile.ts';
import { RESULT_TABLES } from './result-tables.ts';

/** What orders are judged by. */
export interface Judging {
  readonly settings: Settings;
  readonly run: Run;
  readonly parameters: SqlParameters;
}

/** Tables that judging fills on its way to the results. */
const STAGES = [
  'work_callbacks',
  'work_answers',
  'work_orders',
  'work_notifications',
  'work_payments',
  'work_evidence',
  'work_verdicts',
  'work_findings',
];

/** Tables that say what the results should be. */
export const OUTPUTS = RESULT_TABLES.map(({ work }) => work);

/** The steps before the first choose the orders (look.ts), those up to the second gather evidence, the others make results. */
const FIRST_EVIDENCE_STEP = '010';
const FIRST_RESULT_STEP = '060';

/** Joins requests and responses that were logged apart; what they say is then read as of one call. */
const ANSWERS_STEP = '015_answers.sql';

/** Checks of the orders at hand; what is read of the sources is checked once a run. */
const CHECKS = ['020_callbacks_attributed.sql', '030_orders_judged.sql', '040_money_ties.sql'];

/** Judges the orders of work_keys within the run's own transaction: fills the work tables with what the results should be. */
export async function judgeHere(session: Session, judging: Judging): Promise<void> {
  await session.script(`truncate ${[...STAGES, ...OUTPUTS].join(', ')}`);
  await judgeKeys(session, judging);
  await analyzeOutputs(session);
}

/**
 * Judges the orders of work_keys, by tables that are empty.
 * @throws Fault BOOKS_DO_NOT_TIE, SETTINGS_INVALID
 */
export async function judgeKeys(session: Session, { settings, run, parameters }: Judging): Promise<void> {
  // A sample that tells how many rows there are: more of it takes longer than the plans are better.
  await session.script('set local default_statistics_target = 10');
  const steps = sqlFiles('reconcile').filter((name) => name >= FIRST_EVIDENCE_STEP);
  for (const step of steps.filter((name) => name < FIRST_RESULT_STEP)) {
    await runStep(session, step, parameters);
    // Later steps join what this one filled; without statistics the planner takes it for empty.
    await session.script(`analyze work_${step.slice(4, -4)}`);
    if (step === ANSWERS_STEP) await readAnswers(session, settings);
  }
  await checkRegions(session, settings);
  await inPhase('judge', () => judge(session, { settings, asOf: run.asOf }), 'rules');
  await session.script('analyze work_verdicts; analyze work_findings');
  for (const step of steps.filter((name) => name >= FIRST_RESULT_STEP))
    await runStep(session, step, parameters);
  await inPhase('judge', () => checkBooks(session, CHECKS, parameters), 'checks');
  await session.script('set local default_statistics_target to default');
}

/** Makes the planner's statistics of the outputs. */
export async function analyzeOutputs(session: Session): Promise<void> {
  await session.script(
    `set local default_statistics_target = 10; analyze ${OUTPUTS.join(', ')}; set local default_statistics_target to default`,
  );
}

function runStep(session: Session, step: string, parameters: SqlParameters): Promise<unknown> {
  return inPhase('judge', () => runSqlFile(session, `reconcile/${step}`, parameters), step);
}

/** Orders of a region that the settings no longer name would be in no report at all. Throws SETTINGS_INVALID. */
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
