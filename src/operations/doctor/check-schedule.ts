import { strandedMessages } from '../../alerts/outbox.ts';
import { appliedMigrations } from '../../database/migrate.ts';
import { MIGRATIONS } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { addSeconds, formatInstant, type Instant, isoSeconds } from '../../normalise/instant.ts';
import { counted } from '../../terminal-text.ts';
import { type JobOutlook, jobOutlooks, openRuns } from '../schedule/job-outlook.ts';
import type { JobPlan } from '../schedule/job-run.ts';
import { missedTimes } from '../schedule/plan-runs.ts';
import { doubtful, type GradedCheck, ok } from './graded-check.ts';

/** A schedule checks every minute, but the run before may take longer. */
const PATIENCE_SECONDS = 3600;

/** Checks in the store's records that due runs were executed and that every message has a channel. */
export async function checkSchedule(
  session: Session,
  plans: readonly JobPlan[],
  at: Instant,
  channels: readonly string[],
): Promise<GradedCheck[]> {
  const applied = await appliedMigrations(session);
  // An older schema does not have these tables.
  if (applied?.length !== MIGRATIONS.length) return [];
  const known = await session.db.selectFrom('job_plans').select('job').limit(1).executeTakeFirst();
  if (known === undefined) {
    return [ok('schedule', 'never ran on this store (payin-recon schedule, or schedule --once from cron)')];
  }
  const outlooks = await jobOutlooks(session, plans, at);
  const failing = outlooks.filter((one) => one.failing > 0);
  const late = await lateRuns(session, plans, at);
  return [
    ...(await strandedMessages(session, channels)).map(strandedCheck),
    ...failing.map(failingCheck),
    ...(late.length === 0 ? [] : [lateCheck(late)]),
    ...(failing.length + late.length > 0 ? [] : [ok('schedule', lastNightText(outlooks))]),
  ];
}

async function lateRuns(session: Session, plans: readonly JobPlan[], at: Instant): Promise<string[]> {
  const late: string[] = [];
  for (const plan of plans) {
    const until = addSeconds(at, -PATIENCE_SECONDS);
    const noted = await openRuns(session, plan, until);
    const length = noted + (await missedTimes(session, plan, { until, at })).length;
    if (length > 0) late.push(`${plan.job} ${plan.region} ${counted(length, 'time')}`);
  }
  return late;
}

function strandedCheck({
  channel,
  messages,
}: {
  readonly channel: string;
  readonly messages: number;
}): GradedCheck {
  return doubtful(
    'schedule',
    `${counted(messages, 'message')} for the channel ${channel}, which the settings do not name`,
    'Add a channel of this name to send them. Otherwise they are given up after 7 days, except those about missed ' +
      'payments, which wait for it.',
  );
}

function failingCheck({ plan, failing, retryAt, failingFault }: JobOutlook): GradedCheck {
  const why = failingFault?.split('\n')[0] ?? '';
  const again = retryAt === null ? '' : `, again at ${isoSeconds(retryAt)}`;
  const found = `${plan.job} ${plan.region}: ${counted(failing, 'run')} failing${again}: ${why}`;
  return doubtful(
    'schedule',
    found,
    'Mend what it says; it is tried again by itself. See payin-recon job list.',
  );
}

function lateCheck(late: readonly string[]): GradedCheck {
  const found = `due for more than an hour and not begun: ${late.join(', ')}`;
  return doubtful(
    'schedule',
    found,
    'See that payin-recon schedule, or schedule --once, runs; it makes up for all of it.',
  );
}

function lastNightText(outlooks: readonly JobOutlook[]): string {
  const nights = outlooks.flatMap(({ plan, last }) =>
    plan.dateOf !== undefined && last?.endedAt
      ? [`${plan.region} ${last.date} at ${isoSeconds(last.endedAt)}`]
      : [],
  );
  const next = outlooks.flatMap((one) =>
    one.next === undefined ? [] : [isoSeconds(formatInstant(one.next))],
  );
  return `${nights.length === 0 ? 'no night yet' : `last nights: ${nights.join(', ')}`}; next run due at ${next.sort()[0] ?? 'no time'}`;
}
