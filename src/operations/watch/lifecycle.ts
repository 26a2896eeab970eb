import { ALL } from '../../alerts/alert.ts';
import { type Instant, secondsBetween } from '../../normalise/instant.ts';
import type { Judgement } from './places.ts';

/** Where an alarm is, and by which measure. */
export interface AlarmPlace {
  readonly measure: string;
  readonly paymentMethod: string;
  readonly merchantId: string;
}

/** An alarm that was raised and has not ended. */
export interface OpenAlarm extends AlarmPlace {
  /** When it was last seen to hold. */
  readonly heldAt: Instant;
}

/** An alarm that ended not long ago. */
export interface EndedAlarm extends AlarmPlace {
  readonly endedAt: Instant;
}

export interface Changes<Alarm> {
  readonly raised: readonly Judgement[];
  readonly held: ReadonlyArray<{ readonly alarm: Alarm; readonly judgement: Judgement }>;
  readonly ended: ReadonlyArray<{ readonly alarm: Alarm; readonly judgement: Judgement | undefined }>;
}

/**
 * The measures whose alarm covers another one's: the same orders count for some hours after it ended, by their deadlines
 * for a day longer.
 */
const COVERED_BY: Readonly<
  Record<string, { readonly measures: readonly string[]; readonly seconds: number }>
> = {
  paid_share: { measures: ['silent'], seconds: 7 * 3600 },
  stuck: { measures: ['silent', 'paid_share'], seconds: 36 * 3600 },
};

/** After a day without a judgement, an alarm ends. */
const FORGOTTEN_AFTER_SECONDS = 86_400;

/**
 * The changes of alarms. An alarm is raised by a large deviation, and ends when values are nearly usual again. Between the
 * two it stays open, as it does where there are too few records, or where a wider alarm covers it.
 * @param ended alarms that ended in the last two days: their consequences raise no further alarm
 */
export function changesOf<Alarm extends OpenAlarm>(
  open: readonly Alarm[],
  ended: readonly EndedAlarm[],
  judgements: readonly Judgement[],
  at: Instant,
): Changes<Alarm> {
  const judged = new Map(judgements.map((one) => [placeOf(one), one]));
  const places = new Set(open.map(placeOf));
  const judgedAlarms = open.map((alarm) => ({ alarm, judgement: judged.get(placeOf(alarm)) }));
  const raised = judgements.filter(
    (one) => isUnusual(one) && !places.has(placeOf(one)) && !isCovered(one, open, judgements, ended, at),
  );
  return {
    raised,
    held: judgedAlarms.flatMap(({ alarm, judgement }) =>
      judgement !== undefined && isUnusual(judgement) ? [{ alarm, judgement }] : [],
    ),
    ended: judgedAlarms.filter(({ alarm, judgement }) => {
      if (judgement !== undefined && (judgement.isCovered || isUnusual(judgement))) return false;
      if (secondsBetween(alarm.heldAt, at) > FORGOTTEN_AFTER_SECONDS) return true;
      return judgement?.verdict.state === 'usual';
    }),
  };
}

/** Whether another alarm of the place, or of a wider one, covers it: an open, a new or a recent one. */
function isCovered(
  one: Judgement,
  open: readonly AlarmPlace[],
  judgements: readonly Judgement[],
  ended: readonly EndedAlarm[],
  at: Instant,
): boolean {
  const by = COVERED_BY[one.measure];
  if (by === undefined) return false;
  const lately = ended.filter(({ endedAt }) => secondsBetween(endedAt, at) <= by.seconds);
  return [...open, ...judgements.filter(isUnusual), ...lately].some(
    (other) => by.measures.includes(other.measure) && covers(other, one),
  );
}

function covers(wide: AlarmPlace, narrow: AlarmPlace): boolean {
  const isMethod = [ALL, narrow.paymentMethod].includes(wide.paymentMethod);
  return isMethod && [ALL, narrow.merchantId].includes(wide.merchantId);
}

function isUnusual({ verdict, isCovered }: Judgement): boolean {
  return verdict.state === 'unusual' && !isCovered;
}

function placeOf({ measure, paymentMethod, merchantId }: AlarmPlace): string {
  return JSON.stringify([measure, paymentMethod, merchantId]);
}
