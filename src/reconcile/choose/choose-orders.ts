import { sql } from 'kysely';
import { programVersion } from '../../database/package-root.ts';
import type { SqlParameters } from '../../database/sql-file.ts';
import { analyze, analyzeSample } from '../../database/statistics.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import { settingsDigest } from '../../settings/settings-digest.ts';
import { sha256Of } from '../../sha256.ts';
import { JUDGING_RULES } from '../rules/all.ts';
import type { Run } from '../run.ts';
import { type Judging, runStep } from '../run-steps.ts';
import { foundParameters } from '../statement-parameters.ts';
import { STATEMENT_STEPS } from '../statement-steps.ts';
import type { Step } from '../step.ts';
import { stepsOf } from '../steps.ts';
import { beginBeside } from './beside.ts';

/** The previous judging. A run judges only what is new since then. */
export interface LastJudging {
  /** Whether the run judges every order, because there was no previous judging or its judging digest differs. */
  readonly all: boolean;
  /** The newest source that it included; 0 if the run judges every order. */
  readonly since: number;
  /** Its as-of, as PostgreSQL reads it; null if there was none. */
  readonly asOf: string | null;
  /** Whether its as-of is later than the run's. */
  readonly isLater: boolean;
}

/** What came of choosing. */
export interface Chosen {
  /** The number of orders in work_keys. */
  readonly keys: number;
  /** What the steps found that those which judge read. */
  readonly parameters: SqlParameters;
}

/** SHA-256 of everything that results depend on besides evidence and as-of: settings, program, rules, time zones. */
function judgingDigest(settings: Settings): string {
  const zones = process.versions['tz'] ?? 'unknown';
  return sha256Of(JSON.stringify([settingsDigest(settings), programVersion, JUDGING_RULES, zones]));
}

/**
 * Finds the judging before a run. A run always judges the orders of all regions, because an order's region can change.
 * @param all judges every order; needed when stored evidence was changed
 * @throws Fault SCHEMA_MISMATCH where a newer edition of the rules judged: each of two programs would restate what the other
 *   published, night after night
 */
export async function lastJudging(
  session: Session,
  settings: Settings,
  run: Run,
  all = false,
): Promise<LastJudging> {
  const { rows } = await sql<
    Omit<LastJudging, 'all'> & { readonly judgings: string; readonly rules: number }
  >`
    select count(*) filter (where judging_digest = ${judgingDigest(settings)}) as judgings, coalesce(min(last_source_id), 0) as since,
           coalesce(max(judging_rules), 0) as rules, max(as_of) as "asOf", coalesce(max(as_of) > ${run.asOf}::timestamptz, false) as "isLater"
    from judgings
    where region = any (${regionNames(settings)}::text[])`.execute(session.db);
  const { judgings, rules, ...last } = rows[0]!;
  if (rules > JUDGING_RULES)
    throw new Fault('SCHEMA_MISMATCH', {
      where: 'the orders of the database',
      found: `they were judged by edition ${rules} of the rules`,
      expected: `at most edition ${JUDGING_RULES}, which this program has`,
      remedy: 'Use the version of payin-recon that judged last, or a newer one, on every host.',
    });
  const isSame = !all && Number(judgings) === regionNames(settings).length;
  return isSame ? { all: false, ...last } : { ...last, all: true, since: 0 };
}

function regionNames(settings: Settings): string[] {
  return allRegions(settings).map(({ name }) => name);
}

/**
 * Fills work_keys with the orders whose result may have changed since the previous judging: orders with new evidence,
 * and orders that share a tradeNo with one of them. It leaves out new orders that are read straight from their records.
 * Updates the unmatched callbacks up to the run's newest source.
 * @param hasConnections whether steps that read nothing of the run may use connections of their own
 * @returns the number of orders in work_keys, and parameters of the steps that judge them
 */
export async function chooseOrders(
  session: Session,
  judging: Judging,
  last: LastJudging,
  hasConnections: boolean,
): Promise<Chosen> {
  const { run } = judging;
  const parameters = {
    ...judging.parameters,
    unmatched_since: last.all ? 0 : judging.parameters['known_source'],
    ...(await spanOf(session, run, last)),
  };
  if (last.all) await session.script('delete from unmatched_callbacks');
  const isNeeded = (step: Step) => step.ofStatements !== true || judging.hasStatements;
  const stepsBeside = hasConnections ? stepsOf('choose').filter((one) => one.isBeside && isNeeded(one)) : [];
  const beside = await beginBeside(session, stepsBeside, (own, step) =>
    runStep(own, { ...judging, parameters }, step),
  );
  let keys = 0;
  let found: SqlParameters = {};
  const add = async (step: Step, round: number) => {
    const given = { ...parameters, ...found, round };
    const added = await (beside.take(step) ?? runStep(session, { ...judging, parameters: given }, step));
    // Later steps join the table that this one filled. Without statistics the planner would assume it is
    // empty.
    if (added > 0 && step.fills.length > 0) {
      await (step.ofStatements === true ? analyzeSample : analyze)(session, step.fills);
    }
    if (step.fills.includes('work_keys')) keys += added;
    return added;
  };
  try {
    for (const step of stepsOf('choose')) {
      if (step === STATEMENT_STEPS.choose[0] && judging.hasStatements) found = await foundParameters(session);
      if (step.isRepeated !== true) {
        await add(step, 0);
        continue;
      }
      // The first repetition also looks for new orders with the tradeNo of an unmatched callback.
      let round = 1;
      while ((await add(step, round)) > 0) round += 1;
    }
  } catch (error) {
    await beside.end(error);
    throw error;
  }
  return { keys, parameters: found };
}

/** How many records no run before knew; there are at most as many new orders. */
export async function countNewRecords(session: Session, { parameters }: Judging): Promise<number> {
  const { rows } = await sql<{ records: string }>`
    select coalesce(sum(accepted), 0) as records from sources
    where source_id > ${parameters['known_source']}::integer and source_id <= ${parameters['last_source']}::integer`.execute(
    session.db,
  );
  return Number(rows[0]!.records);
}

/** Stores the run as the newest judging. */
export async function keepJudging(session: Session, settings: Settings, run: Run): Promise<void> {
  const judging = {
    run_id: run.runId,
    as_of: run.asOf,
    last_source_id: run.lastSourceId,
    judging_digest: judgingDigest(settings),
    judging_rules: JUDGING_RULES,
  };
  await session.db
    .insertInto('judgings')
    .values(regionNames(settings).map((region) => ({ region, ...judging })))
    .onConflict((conflict) => conflict.column('region').doUpdateSet(judging))
    .execute();
}

/**
 * The as-ofs of the previous judging and of the run, the earlier one first; twice the run's if there was no judging.
 */
async function spanOf(session: Session, run: Run, { asOf, isLater: backwards }: LastJudging) {
  const { rows } = await sql<{ earlier: string; later: string }>`
    select least(${run.asOf}::timestamptz, ${asOf}::timestamptz) as earlier,
           greatest(${run.asOf}::timestamptz, ${asOf}::timestamptz) as later`.execute(session.db);
  return { ...rows[0]!, backwards };
}
