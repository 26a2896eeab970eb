import { formatInstant, instantOfText, isoSeconds, secondsBetween } from '../../normalise/instant.ts';
import { counted, textTable } from '../../terminal-text.ts';
import type { JobOutlook } from './job-outlook.ts';

const NEVER = '-';

/** Formats the state of the jobs, one line each, with the errors of failing jobs below. */
export function outlooksText(outlooks: readonly JobOutlook[]): string {
  const rows = outlooks.map((outlook) => [
    outlook.plan.job,
    outlook.plan.region,
    outlook.last === undefined ? NEVER : isoSeconds(outlook.last.startedAt),
    tookText(outlook),
    wentText(outlook),
    outlook.next === undefined ? NEVER : isoSeconds(formatInstant(outlook.next)),
    `${outlook.plan.expression} ${outlook.plan.zone}`,
  ]);
  const table = textTable(['Job', 'Region', 'Last', 'Took', 'Outcome', 'Next', 'Due'], rows, ['Took']);
  const faults = outlooks.flatMap(({ plan, last, failingFault }) => {
    const fault = last?.outcome === 'failed' ? last.fault : failingFault;
    return fault === null ? [] : [`${plan.job} ${plan.region}: ${fault}`];
  });
  return [table, ...faults].join('\n\n');
}

/** Converts the state of a job to JSON, with times in ISO 8601, UTC. */
export function jobOutlookJson(outlook: JobOutlook) {
  const { plan, last, waiting, failing, retryAt, next } = outlook;
  const iso = (text: string | null | undefined) => (text == null ? null : isoSeconds(text));
  return {
    name: plan.job,
    region: plan.region,
    cron: plan.expression,
    zone: plan.zone,
    last_started_at: iso(last?.startedAt),
    last_ended_at: iso(last?.endedAt),
    last_outcome: last?.outcome ?? null,
    last_date: last?.date ?? null,
    last_fault: last?.fault ?? null,
    waiting,
    failing,
    retry_at: iso(retryAt),
    next_due_at: next === undefined ? null : isoSeconds(formatInstant(next)),
  };
}

function tookText({ last }: JobOutlook): string {
  if (last === undefined || last.endedAt === null) return NEVER;
  const seconds = secondsBetween(instantOfText(last.startedAt), instantOfText(last.endedAt));
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function wentText({ last, waiting, failing, retryAt }: JobOutlook): string {
  const went =
    last === undefined ? 'never ran' : [last.outcome, last.date ?? ''].filter((one) => one !== '').join(' ');
  const more = [
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(failing > 0 ? [`${counted(failing, 'run')} failing, again at ${isoSeconds(retryAt!)}`] : []),
  ];
  return [went, ...more].join(', ');
}
