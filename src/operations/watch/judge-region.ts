import { ALL } from '../../alerts/alert.ts';
import type { Measure } from '../../settings/watch.ts';
import { type Judgement, judgePlaces } from './places.ts';
import { SLOTS } from './stretches.ts';
import { type Counts, type Group, sumOf, together, weeksOf } from './tally.ts';
import { type Bounds, judgeSilence, type Verdict } from './watch-rule.ts';

/** The counts of a region up to some time. */
export interface RegionCounts {
  readonly weeks: number;
  /** One group for each payment method and merchant. */
  readonly groups: readonly Group[];
  /** The newest slot for which pay-ins are usually ingested. */
  readonly payInsFrom: number;
}

/** Orders are judged half an hour after their request; by then, most of those who pay have paid. */
const TIME_TO_PAY_SLOTS = 6;

/** If fewer orders were expected, traffic counts as usual. */
const TELLING_TRAFFIC = 20;

/**
 * Judges a region by its measures for every method and merchant. One cause raises one alarm, for the widest group
 * concerned. If neither pay-ins nor callbacks arrive, they are not being ingested, and nothing else can be judged.
 */
export function judgeRegion(region: RegionCounts, measures: readonly Measure[], bounds: Bounds): Judgement[] {
  const { weeks, groups, payInsFrom } = region;
  const everything = together(groups, ALL, ALL, weeks);
  const { requested, payments } = everything.lines;
  const requests = judgeRequests(requested, payInsFrom, bounds);
  const isUnread = requests.state === 'unusual';
  const factor = isUnread ? 1 : trafficOf(requested, payInsFrom);
  const whole = judgeSilence(payments, { first: 0, factor }, bounds);
  const places = judgePlaces(groups, weeks, measures, {
    bounds,
    factor,
    ordersFrom: payInsFrom + TIME_TO_PAY_SLOTS,
  });
  const silentMethods = places.filter(
    ({ measure, merchantId, verdict }) =>
      measure === 'silent' && merchantId === ALL && verdict.endSlot > 0 && verdict.expected >= 1,
  );
  const isNothingRead = isUnread && whole.state === 'unusual';
  const isAllSilent = isNothingRead || (whole.state === 'unusual' && silentMethods.length > 1);
  const covered = places.map((one) =>
    isNothingRead || (isAllSilent && one.measure === 'silent') ? { ...one, isCovered: true } : one,
  );
  if (!measures.includes('silent')) return covered;
  const verdict = isAllSilent
    ? whole
    : isUnread
      ? requests
      : { ...whole, state: endOf(whole, requests, requested) };
  const unread = isNothingRead
    ? { unread: 'records' as const }
    : isUnread
      ? { unread: 'pay-ins' as const }
      : {};
  return [
    { measure: 'silent', paymentMethod: ALL, merchantId: ALL, verdict, isCovered: false, ...unread },
    ...covered,
  ];
}

/**
 * Judges whether requests have stopped. The traffic before the gap is taken into account, so that a short gap on a
 * holiday is not an alarm.
 */
function judgeRequests(requested: Counts, first: number, bounds: Bounds): Verdict {
  const { endSlot } = judgeSilence(requested, { first, factor: 1 }, bounds);
  return judgeSilence(requested, { first, factor: trafficOf(requested, endSlot) }, bounds);
}

/** The alarm of a whole region ends when payments arrive again, and requests too if they are logged. */
function endOf(payments: Verdict, requests: Verdict, requested: Counts): Verdict['state'] {
  const isWhole = requests.state === 'usual' || weeksOf(requested) === 0;
  return payments.state === 'usual' && isWhole ? 'usual' : 'unclear';
}

/** The ratio of requested orders to the weeks before, at most 1. It is low on a holiday, when fewer are expected. */
function trafficOf(requested: Counts, first: number): number {
  const weeks = weeksOf(requested);
  let before = 0;
  for (let week = 1; week <= weeks; week += 1) before += sumOf(requested, week, first, SLOTS) / weeks;
  return before < TELLING_TRAFFIC ? 1 : Math.min(1, sumOf(requested, 0, first, SLOTS) / before);
}
