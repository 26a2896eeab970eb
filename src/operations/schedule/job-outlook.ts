import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant, instantOfText } from '../../normalise/instant.ts';
import { nextDue } from './due-times.ts';
import type { JobPlan } from './job-run.ts';

/** The state of a job. Times have PostgreSQL's text format in UTC. */
export interface JobOutlook {
  readonly plan: JobPlan;
  /** The run that was started last; absent before the first. */
  readonly last?: {
    readonly startedAt: string;
    readonly endedAt: string | null;
    readonly outcome: string;
    readonly date: string | null;
    readonly startedManually: boolean;
    readonly fault: string | null;
  };
  /** The number of due runs that are not done, how many of them failed, and the time of the next attempt. */
  readonly waiting: number;
  readonly failing: number;
  readonly retryAt: string | null;
  /** The fault of the newest run that failed and is tried again, which need not be the last one; null if there is none. */
  readonly failingFault: string | null;
  readonly next: Instant | undefined;
}

export async function jobOutlooks(
  session: Session,
  plans: readonly JobPlan[],
  at: Instant,
): Promise<JobOutlook[]> {
  const outlooks: JobOutlook[] = [];
  for (const plan of plans) outlooks.push(await outlookOf(session, plan, at));
  return outlooks;
}

/** The next time at which a run is due or is retried; undefined if there is none. */
export async function nextToDo(
  session: Session,
  plans: readonly JobPlan[],
  at: Instant,
): Promise<Instant | undefined> {
  const row = await session.db
    .selectFrom('job_runs')
    .select(sql<string | null>`min(case outcome when 'due' then due_at else retry_at end)`.as('first'))
    .where('outcome', 'in', ['due', 'failed'])
    .where('by_hand', '=', false)
    .executeTakeFirstOrThrow();
  const times = plans.flatMap((plan) => nextDue(plan, at) ?? []);
  if (row.first !== null) times.push(instantOfText(row.first));
  return times.sort((a, b) => a.seconds - b.seconds || a.micros - b.micros)[0];
}

async function outlookOf(session: Session, plan: JobPlan, at: Instant): Promise<JobOutlook> {
  const ofJob = session.db.selectFrom('job_runs').where('job', '=', plan.job);
  const row = await ofJob
    .where('region', '=', plan.region)
    .select(['started_at', 'ended_at', 'outcome', 'date', 'by_hand', 'fault'])
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const open = await ofJob
    .where('region', '=', plan.region)
    .select([
      sql<string>`count(*) filter (where outcome = 'due')`.as('waiting'),
      sql<string>`count(*) filter (where outcome = 'failed')`.as('failing'),
      sql<string | null>`min(retry_at)`.as('retry_at'),
      sql<string | null>`(array_agg(fault order by due_at desc) filter (where outcome = 'failed'))[1]`.as(
        'fault',
      ),
    ])
    .where('by_hand', '=', false)
    .executeTakeFirstOrThrow();
  return {
    plan,
    ...(row === undefined
      ? {}
      : {
          last: {
            startedAt: row.started_at!,
            endedAt: row.ended_at,
            outcome: row.outcome,
            date: row.date,
            startedManually: row.by_hand,
            fault: row.fault,
          },
        }),
    waiting: Number(open.waiting),
    failing: Number(open.failing),
    retryAt: open.retry_at,
    failingFault: open.fault,
    next: nextDue(plan, at),
  };
}

/** The number of due runs of a plan up to an instant that have neither ended nor failed. */
export async function openRuns(session: Session, { job, region }: JobPlan, until: Instant): Promise<number> {
  const row = await session.db
    .selectFrom('job_runs')
    .select((e) => e.fn.countAll<string>().as('runs'))
    .where((e) => e.and({ job, region, by_hand: false }))
    .where('outcome', 'in', ['due', 'running'])
    .where('due_at', '<=', sql<string>`${formatInstant(until)}::timestamptz`)
    .executeTakeFirstOrThrow();
  return Number(row.runs);
}

/** Whether a job has due runs up to an instant that are not done. */
export async function isMissed(session: Session, job: string, at: Instant): Promise<boolean> {
  const row = await session.db
    .selectFrom('job_runs')
    .select('job')
    .where('job', '=', job)
    .where('by_hand', '=', false)
    .where('outcome', 'in', ['due', 'running', 'failed'])
    .where('due_at', '<=', sql<string>`${formatInstant(at)}::timestamptz`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The regions whose run for a date is done. */
export async function regionsDone(session: Session, job: string, date: string): Promise<string[]> {
  const rows = await session.db
    .selectFrom('job_runs')
    .select('region')
    .distinct()
    .where((e) => e.and({ job, date, by_hand: false, outcome: 'done' }))
    .orderBy('region')
    .execute();
  return rows.map(({ region }) => region);
}
