import { ALL } from '../../alerts/alert.ts';
import { type Instant, secondsBetween } from '../../normalise/instant.ts';
import type { Judgement } from './places.ts';

/** The measure, payment method and merchant of an alarm. */
export interface AlarmPlace {
  readonly measure: string;
  readonly paymentMethod: string;
  readonly merchantId: string;
}

/** An alarm that has not ended. */
export interface OpenAlarm extends AlarmPlace {
  /** When the deviation was last found. */
  readonly heldAt: Instant;
  readonly unread?: Judgement['unread'];
}

/** A recently ended alarm. */
export interface EndedAlarm extends AlarmPlace {
  readonly endedAt: Instant;
}

export interface Changes<Alarm> {
  readonly raised: readonly Judgement[];
  readonly held: ReadonlyArray<{ readonly alarm: Alarm; readonly judgement: Judgement }>;
  /** `isUsual`: values are usual again; otherwise the alarm ended without that. */
  readonly ended: ReadonlyArray<{ readonly alarm: Alarm; readonly isUsual: boolean }>;
}

/**
 * The measures whose alarm covers that of another measure. It still covers it for some hours after its end, while the
 * same orders are counted; for deadlines, a day longer.
 */
const COVERED_BY: Readonly<
  Record<string, { readonly measures: readonly string[]; readonly seconds: number }>
> = {
  paid_share: { measures: ['silent'], seconds: 7 * 3600 },
  stuck: { measures: ['silent', 'paid_share'], seconds: 36 * 3600 },
};

/** An alarm ends if for a day nothing unusual is found, even if nothing says that all is usual. */
const FORGOTTEN_AFTER_SECONDS = 86_400;

/**
 * The changes of alarms. A large deviation raises an alarm; it ends when values are nearly usual again. In between it
 * stays open, and also while there are too few records or a wider alarm covers it. If the records that are not read turn
 * into others, or into a silence, one alarm ends and another is raised.
 * @param ended alarms that ended in the last two days: what follows from them raises no new alarm
 */
export function changesOf<Alarm extends OpenAlarm>(
  open: readonly Alarm[],
  ended: readonly EndedAlarm[],
  judgements: readonly Judgement[],
  at: Instant,
): Changes<Alarm> {
  const judged = new Map(judgements.map((one) => [placeOf(one), one]));
  const judgedAlarms = open.map((alarm) => {
    const judgement = judged.get(placeOf(alarm));
    const isFound = judgement !== undefined && isUnusual(judgement);
    return { alarm, judgement, isFound, isHeld: isFound && judgement.unread === alarm.unread };
  });
  const heldPlaces = new Set(judgedAlarms.filter(({ isHeld }) => isHeld).map(({ alarm }) => placeOf(alarm)));
  const raised = judgements.filter(
    (one) => isUnusual(one) && !heldPlaces.has(placeOf(one)) && !isCovered(one, open, judgements, ended, at),
  );
  return {
    raised,
    held: judgedAlarms.flatMap(({ alarm, judgement, isHeld }) =>
      judgement !== undefined && isHeld ? [{ alarm, judgement }] : [],
    ),
    ended: judgedAlarms.flatMap(({ alarm, judgement, isFound, isHeld }) => {
      if (isFound) return isHeld ? [] : [{ alarm, isUsual: false }];
      if (judgement?.isCovered) return [];
      const isUsual = judgement?.verdict.state === 'usual';
      const isForgotten = secondsBetween(alarm.heldAt, at) > FORGOTTEN_AFTER_SECONDS;
      return isUsual || isForgotten ? [{ alarm, isUsual }] : [];
    }),
  };
}

/** Whether a new, open or recent alarm of the same group or a wider one covers it. */
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
