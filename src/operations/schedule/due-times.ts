import { Cron } from 'croner';
import { type Instant, instantOfMilliseconds } from '../../normalise/instant.ts';

/** When something is due: a cron expression, read by the clock of a zone. */
export interface DueRule {
  readonly expression: string;
  readonly zone: string;
}

/**
 * When a rule is due, after one instant and up to another, in order. A single time of day that the clock skips is due at
 * the moment of the change, and one that comes twice is due the first time; what is due every hour is due in both. Of
 * several times of one day, one that is skipped may be left out.
 * @example dueTimes({ expression: '30 0 * * *', zone: 'Africa/Cairo' }, …) // on 2026-04-24: 2026-04-23T22:00:00Z
 */
export function dueTimes(rule: DueRule, after: Instant, until: Instant): Instant[] {
  const times: Instant[] = [];
  const end = millisecondsOf(until);
  const cron = cronOf(rule);
  for (let next = cron.nextRun(dateOf(after)); next !== null; next = cron.nextRun(next)) {
    if (next.getTime() > end) break;
    times.push(instantOfMilliseconds(next.getTime())!);
  }
  return times;
}

/** The first time that a rule is due after an instant; undefined for one that never comes again. */
export function nextDue(rule: DueRule, after: Instant): Instant | undefined {
  const next = cronOf(rule).nextRun(dateOf(after));
  return next === null ? undefined : instantOfMilliseconds(next.getTime());
}

function cronOf({ expression, zone }: DueRule): Cron {
  return new Cron(expression, { timezone: zone, paused: true });
}

function dateOf(instant: Instant): Date {
  return new Date(millisecondsOf(instant));
}

function millisecondsOf({ seconds, micros }: Instant): number {
  return seconds * 1000 + Math.floor(micros / 1000);
}
