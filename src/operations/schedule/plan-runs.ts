import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant, instantOfText } from '../../normalise/instant.ts';
import { dueTimes } from './due-times.ts';
import type { JobPlan } from './job-run.ts';

/**
 * Notes every run that has come due and is not noted yet, however long ago. Runs about different dates are noted one by
 * one; of those about the same date, or about none, the newest makes up for all, also for one that was noted before and
 * is not done. A plan that is seen for the first time owes nothing of the past, and what the settings plan no more is
 * owed no longer; planned again, it owes what came due meanwhile.
 * Only within a transaction, by whoever holds the store's lock.
 */
export async function planRuns(session: Session, plans: readonly JobPlan[], at: Instant): Promise<void> {
  await dropUnplanned(session, plans);
  for (const plan of plans) {
    const groups = groupedByDate(plan, dueTimes(plan, await plannedUntil(session, plan, at), at));
    for (const { date, times } of groups) await noteRun(session, plan, date, times);
  }
}

/** The times of a plan, up to a moment, that were not recorded as runs; none for a plan that was never checked. */
export async function missedTimes(session: Session, plan: JobPlan, until: Instant): Promise<Instant[]> {
  const from = await notedUntil(session, plan);
  return from === undefined ? [] : dueTimes(plan, from, until);
}

/** Up to when a plan's due runs are noted; of one that is seen for the first time, from now on. */
async function plannedUntil(session: Session, plan: JobPlan, at: Instant): Promise<Instant> {
  const noted = await notedUntil(session, plan);
  if (noted !== undefined) return noted;
  const { job, region } = plan;
  await session.db
    .insertInto('job_plans')
    .values({ job, region, planned_from: formatInstant(at) })
    .execute();
  return at;
}

async function notedUntil(session: Session, { job, region }: JobPlan): Promise<Instant | undefined> {
  const newest = await session.db
    .selectFrom('job_runs')
    .select((e) => e.fn.max('due_at').as('due_at'))
    .where('job', '=', job)
    .where('region', '=', region)
    .where('by_hand', '=', false)
    .executeTakeFirstOrThrow();
  if (newest.due_at !== null) return instantOfText(newest.due_at);
  const plan = await session.db
    .selectFrom('job_plans')
    .select('planned_from')
    .where('job', '=', job)
    .where('region', '=', region)
    .executeTakeFirst();
  return plan === undefined ? undefined : instantOfText(plan.planned_from);
}

async function dropUnplanned(session: Session, plans: readonly JobPlan[]): Promise<void> {
  const open = await session.db
    .selectFrom('job_runs')
    .select(['job', 'region'])
    .distinct()
    .where('by_hand', '=', false)
    .where('outcome', 'in', ['due', 'failed'])
    .execute();
  const dropped = open.filter((one) =>
    plans.every(({ job, region }) => job !== one.job || region !== one.region),
  );
  for (const { job, region } of dropped) await supersede(session, { job, region });
}

/** Marks what is still to be done of a job and region, or of one date of it, as made up for otherwise. */
function supersede(
  session: Session,
  { job, region, date }: { readonly job: string; readonly region: string; readonly date?: string | null },
) {
  return session.db
    .updateTable('job_runs')
    .set({ outcome: 'superseded', retry_at: null })
    .where('job', '=', job)
    .where('region', '=', region)
    .where('by_hand', '=', false)
    .where('outcome', 'in', ['due', 'failed'])
    .$if(date !== undefined, (query) => query.where('date', 'is not distinct from', date!))
    .returning(['stands_for', 'failures', 'told', 'fault'])
    .execute();
}

interface DueGroup {
  readonly date: string | null;
  /** Not empty, in order. */
  readonly times: readonly Instant[];
}

function groupedByDate({ dateOf }: JobPlan, times: readonly Instant[]): DueGroup[] {
  const groups = new Map<string | null, Instant[]>();
  for (const time of times) {
    const date = dateOf?.(time) ?? null;
    const group = groups.get(date);
    if (group === undefined) groups.set(date, [time]);
    else group.push(time);
  }
  return [...groups].map(([date, inner]) => ({ date, times: inner }));
}

/** Notes the newest of some due runs for all of them, and for what is still to be done of earlier ones like them. */
async function noteRun(
  session: Session,
  { job, region }: JobPlan,
  date: string | null,
  times: readonly Instant[],
): Promise<void> {
  const earlier = await supersede(session, { job, region, date });
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  await session.db
    .insertInto('job_runs')
    .values({
      job,
      region,
      due_at: formatInstant(times.at(-1)!),
      by_hand: false,
      date,
      stands_for: times.length + sum(earlier.map((run) => run.stands_for)),
      failures: Math.max(0, ...earlier.map((run) => run.failures)),
      told: earlier.some((run) => run.told),
      fault: earlier.find((run) => run.fault !== null)?.fault ?? null,
      outcome: 'due',
    })
    .execute();
}
