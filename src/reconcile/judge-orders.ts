import { sql } from 'kysely';
import { readSql, runSqlFile, type SqlParameters, sqlFiles } from '../database/sql-file.ts';
import { analyzeSample } from '../database/statistics.ts';
import type { Session } from '../database/store.ts';
import { WORK_STAGES } from '../database/work-tables.ts';
import { Fault } from '../errors.ts';
import { inPhase } from '../phases.ts';
import { allRegions, type Settings } from '../settings/schema.ts';
import { judge } from './apply-rules.ts';
import { checkBooks } from './check-books.ts';
import { readAnswers } from './read-answers.ts';
import { RESULT_TABLES, type ResultTable } from './result-tables.ts';
import type { Run } from './run.ts';

/** What orders are judged by. */
export interface Judging {
  readonly settings: Settings;
  readonly run: Run;
  readonly parameters: SqlParameters;
}

/** Tables that say what the results should be. */
const OUTPUTS = RESULT_TABLES.map(({ work }) => work);

/** The first step that gathers evidence, and the first that makes results; those before choose the orders (look.ts). */
const FIRST_EVIDENCE_STEP = '006';
const FIRST_RESULT_STEP = '060';

/** Joins requests and responses that were logged apart; what they say is then read as of one call. */
const ANSWERS_STEP = '015_answers.sql';

/** The one check of the sources, made once a run; all others are of the orders at hand. */
export const SOURCES_CHECK = '010_sources_tie.sql';

/** All that is filled for the orders of work_keys. */
export const FILLED = [...WORK_STAGES, ...OUTPUTS];

/**
 * Judges the orders of work_keys as far as to their verdicts, by tables that are empty, and checks that they tie.
 * @throws Fault SETTINGS_INVALID, BOOKS_DO_NOT_TIE
 */
export async function judgeKeys(session: Session, { settings, run, parameters }: Judging): Promise<void> {
  const steps = sqlFiles('reconcile').filter(
    (name) => name >= FIRST_EVIDENCE_STEP && name < FIRST_RESULT_STEP,
  );
  for (const step of steps) {
    await runStep(session, step, parameters);
    // Later steps join what this one filled; without statistics the planner takes it for empty.
    await analyzeSample(session, [filledBy(step)]);
    if (step === ANSWERS_STEP) await readAnswers(session, settings);
  }
  await checkRegions(session, settings);
  await inPhase('judge', () => judge(session, { settings, asOf: run.asOf }), 'rules');
  await analyzeSample(session, ['work_verdicts', 'work_findings']);
  const checks = sqlFiles('checks').filter((name) => name !== SOURCES_CHECK);
  await inPhase('judge', () => checkBooks(session, checks, parameters), 'checks');
}

/** Fills one of the tables that say what the results should be, from verdicts that tie. */
export async function makeResults(session: Session, { parameters }: Judging, work: string): Promise<void> {
  const steps = sqlFiles('reconcile').filter((name) => name >= FIRST_RESULT_STEP);
  for (const step of steps) if (filledBy(step) === work) await runStep(session, step, parameters);
}

/** Judges the orders of work_keys in the run's own transaction, and has the results written. */
export async function judgeHere(
  session: Session,
  judging: Judging,
  write: (table: ResultTable) => Promise<void>,
): Promise<void> {
  await judgeKeys(session, judging);
  for (const table of RESULT_TABLES) {
    await makeResults(session, judging, table.work);
    await write(table);
  }
}

/** The table that a step fills. */
function filledBy(step: string): string {
  return /^insert into (\w+)/m.exec(readSql(`reconcile/${step}`))![1]!;
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
