import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { addSeconds, formatInstant, type Instant, instantOfText } from '../../normalise/instant.ts';
import { dueTimes } from './due-times.ts';
import type { JobPlan } from './job-run.ts';
import { AHEAD_SECONDS, LONGEST_WAIT_SECONDS } from './retry-after.ts';

/**
 * Records every run that has become due since the last check, however long ago. Runs for different dates are recorded
 * separately. Of runs for the same date, or without a date, the newest replaces all earlier ones that are not done.
 * Runs that were due before a plan's first check are not made up. Runs of a plan that was removed from the settings are
 * dropped; if it is added again, the runs due meanwhile are made up. What ran while the clock was ahead is due
 * again at its time. Call it only in a transaction, under the store's lock.
 */
export async function planRuns(session: Session, plans: readonly JobPlan[], at: Instant): Promise<void> {
  await dropUnplanned(session, plans);
  for (const plan of plans) {
    await releaseAhead(session, plan, at);
    const groups = groupedByDate(plan, dueTimes(plan, await plannedUntil(session, plan, at), at));
    for (const { date, times } of groups) await noteRun(session, plan, date, times);
  }
}

/**
 * The due times of a plan, up to an instant, that no run recorded by `at` stands for; empty for a plan that was never
 * checked. A run that makes up for several is recorded at the last of their times.
 */
export async function missedTimes(
  session: Session,
  plan: JobPlan,
  { until, at }: { readonly until: Instant; readonly at: Instant },
): Promise<Instant[]> {
  const from = await notedUntil(session, plan, at);
  return from === undefined ? [] : dueTimes(plan, from, until);
}

/** The time until which a plan's due runs are recorded. A new plan starts now. */
async function plannedUntil(session: Session, plan: JobPlan, at: Instant): Promise<Instant> {
  const noted = await notedUntil(session, plan, at);
  if (noted !== undefined) return noted;
  const { job, region } = plan;
  const planned_from = formatInstant(at);
  await session.db
    .insertInto('job_plans')
    .values({ job, region, planned_from })
    // With runs, the clock is behind now: then nothing is due until it is right.
    .onConflict((conflict) =>
      conflict
        .columns(['job', 'region'])
        .doUpdateSet({ planned_from })
        .where(sql<boolean>`not exists (
          select from job_runs r where r.job = ${job} and r.region = ${region} and not r.by_hand
        )`),
    )
    .execute();
  return at;
}

/**
 * Makes runs due again that a clock which was ahead made before their time, and lets those that failed by it be tried
 * again now.
 */
async function releaseAhead(session: Session, { job, region }: JobPlan, at: Instant): Promise<void> {
  // Before the plan, the clock is wrong now, not then.
  if ((await plannedFrom(session, { job, region }, at)) === undefined) return;
  await session.db
    .updateTable('job_runs')
    .set({ outcome: 'due', started_at: null, ended_at: null, retry_at: null, held: false })
    .where((e) => e.and({ job, region, by_hand: false }))
    .where('outcome', 'in', ['done', 'failed'])
    .where('due_at', '>', timestamp(addSeconds(at, AHEAD_SECONDS)))
    .execute();
  await session.db
    .updateTable('job_runs')
    .set({ retry_at: formatInstant(at) })
    .where('job', '=', job)
    .where('region', '=', region)
    .where('by_hand', '=', false)
    .where('outcome', '=', 'failed')
    .where('retry_at', '>', timestamp(addSeconds(at, LONGEST_WAIT_SECONDS)))
    .execute();
}

function timestamp(at: Instant): RawBuilder<string> {
  return sql<string>`${formatInstant(at)}::timestamptz`;
}

/** Without runs and plans of a clock that was ahead: those due, or planned, after `at`. */
async function notedUntil(
  session: Session,
  { job, region }: JobPlan,
  at: Instant,
): Promise<Instant | undefined> {
  const newest = await session.db
    .selectFrom('job_runs')
    .select((e) => e.fn.max('due_at').as('due_at'))
    .where((e) => e.and({ job, region, by_hand: false }))
    .where('due_at', '<=', timestamp(at))
    .executeTakeFirstOrThrow();
  if (newest.due_at !== null) return instantOfText(newest.due_at);
  return plannedFrom(session, { job, region }, at);
}

/** When a plan was first looked at; undefined where that is after `at`, or never was. */
async function plannedFrom(
  session: Session,
  { job, region }: Pick<JobPlan, 'job' | 'region'>,
  at: Instant,
): Promise<Instant | undefined> {
  const plan = await session.db
    .selectFrom('job_plans')
    .select('planned_from')
    .where('job', '=', job)
    .where('region', '=', region)
    .where('planned_from', '<=', timestamp(at))
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

interface SupersededRuns {
  readonly job: string;
  readonly region: string;
  readonly date?: string | null;
  readonly until?: Instant;
}

/** Marks the unfinished runs of a job and region, or of one of its dates, as replaced: all, or those due until then. */
function supersede(session: Session, { job, region, date, until }: SupersededRuns) {
  return session.db
    .updateTable('job_runs')
    .set({ outcome: 'superseded', retry_at: null })
    .where((e) => e.and({ job, region, by_hand: false }))
    .where('outcome', 'in', ['due', 'failed'])
    .$if(date !== undefined, (query) => query.where('date', 'is not distinct from', date!))
    .$if(until !== undefined, (query) => query.where('due_at', '<=', timestamp(until!)))
    .returning(['replaces_runs', 'failures', 'is_reported', 'fault'])
    .execute();
}

interface DueGroup {
  readonly date: string | null;
  /** At least one time, in order. */
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

/** Records the newest of several due runs. It replaces the others and earlier unfinished runs of the same kind. */
async function noteRun(
  session: Session,
  { job, region }: JobPlan,
  date: string | null,
  times: readonly Instant[],
): Promise<void> {
  const until = times.at(-1)!;
  const earlier = await supersede(session, { job, region, date, until });
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  await session.db
    .insertInto('job_runs')
    .values({
      job,
      region,
      due_at: formatInstant(until),
      by_hand: false,
      date,
      replaces_runs: times.length + sum(earlier.map((run) => run.replaces_runs)),
      failures: Math.max(0, ...earlier.map((run) => run.failures)),
      is_reported: earlier.some((run) => run.is_reported),
      fault: earlier.find((run) => run.fault !== null)?.fault ?? null,
      outcome: 'due',
    })
    .execute();
}
