import { Cron } from 'croner';
import { type Instant, instantOfMilliseconds } from '../../normalise/instant.ts';

/** A cron expression and the time zone in which it is evaluated. */
export interface DueRule {
  readonly expression: string;
  readonly zone: string;
}

/**
 * The due times of a rule after one instant and up to another, in order. A single time of day that a clock change skips
 * is due at the change; one that the change repeats is due the first time only. An hourly rule is due in both repeated
 * hours. Of several times in one day, a skipped one may be left out.
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

/** The first due time of a rule after an instant; undefined if it is never due again. */
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
