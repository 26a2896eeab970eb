import { ALL } from '../../alerts/alert.ts';
import type { Measure } from '../../settings/watch.ts';
import { type Group, together } from './tally.ts';
import { type Bounds, judgeFewer, judgeMore, judgeSilence, type Verdict } from './watch-rule.ts';

/** The result of one measure for one payment method and merchant; either may be `all`. */
export interface Judgement {
  readonly measure: Measure;
  readonly paymentMethod: string;
  readonly merchantId: string;
  readonly verdict: Verdict;
  /** Covered by another alarm: it neither raises an alarm nor ends one. */
  readonly isCovered: boolean;
  /** The kind of records that are not being ingested, if the alarm is about that. */
  readonly unread?: 'records' | 'pay-ins';
}

export interface How {
  readonly bounds: Bounds;
  /** Ratio of today's traffic to the usual one, at most 1. */
  readonly factor: number;
  /** The newest slot whose orders have had time to be paid. */
  readonly ordersFrom: number;
}

/** Judges every payment method and its merchants. */
export function judgePlaces(
  groups: readonly Group[],
  weeks: number,
  measures: readonly Measure[],
  how: How,
): Judgement[] {
  const methods = Map.groupBy(groups, ({ paymentMethod }) => paymentMethod);
  return [...methods].flatMap(([method, merchants]) => {
    const all = together(merchants, method, ALL, weeks);
    const silences = judgeSilences(all, merchants, how);
    const quiet = new Set(
      silences.filter(({ verdict }) => verdict.state === 'unusual').map(({ merchantId }) => merchantId),
    );
    return measures.flatMap((measure) => {
      if (measure === 'silent') return silences;
      // Silence raises its own alarm, which covers the share of paid orders.
      return judgeShares(measure, all, merchants, weeks, how).map((one) =>
        quiet.has(ALL) || quiet.has(one.merchantId) ? { ...one, isCovered: true } : one,
      );
    });
  });
}

/** If the whole method is silent, this is one alarm and not one per merchant. */
function judgeSilences(all: Group, merchants: readonly Group[], { bounds, factor }: How): Judgement[] {
  const judge = (group: Group, isCovered: boolean) => {
    const verdict = judgeSilence(group.lines.payments, { first: 0, factor }, bounds);
    return judgement('silent', group, verdict, isCovered);
  };
  const whole = judge(all, false);
  return [whole, ...merchants.map((one) => judge(one, whole.verdict.state === 'unusual'))];
}

/**
 * Judges a share. The alarm is for the whole method if it is unusual even without the unusual merchants, or if several
 * merchants are unusual and the others have too few records. Otherwise there is one alarm per merchant.
 */
function judgeShares(
  measure: Exclude<Measure, 'silent'>,
  all: Group,
  merchants: readonly Group[],
  weeks: number,
  how: How,
): Judgement[] {
  const whole = RULES[measure](all, how);
  const each = merchants.map((group) => ({ group, verdict: RULES[measure](group, how) }));
  const others = each.filter(({ verdict }) => verdict.state !== 'unusual').map(({ group }) => group);
  const unusual = merchants.length - others.length;
  const rest = RULES[measure](together(others, all.paymentMethod, ALL, weeks), how).state;
  const isOfAll = whole.state === 'unusual' && (rest === 'unusual' || (unusual !== 1 && rest === 'unclear'));
  return [
    judgement(measure, all, whole, whole.state === 'unusual' && !isOfAll),
    ...each.map(({ group, verdict }) => judgement(measure, group, verdict, isOfAll)),
  ];
}

/** A stuck order is one that is not paid by its deadline, so more stuck orders means fewer paid in time. */
const RULES: Readonly<Record<Exclude<Measure, 'silent'>, (group: Group, how: How) => Verdict>> = {
  paid_share: ({ lines }, { bounds, ordersFrom }) =>
    judgeFewer(lines.paid, lines.requested, ordersFrom, bounds),
  stuck: ({ lines }, { bounds }) => {
    const verdict = judgeFewer(lines.met, lines.due, 0, bounds);
    const of = verdict.of ?? 0;
    return { ...verdict, observed: of - verdict.observed, expected: of - verdict.expected };
  },
  late_share: ({ lines }, { bounds }) => judgeMore(lines.late, lines.timed, 0.05, bounds),
  mismatches: ({ lines }, { bounds }) => judgeMore(lines.mismatched, lines.compared, 0.02, bounds),
};

function judgement(measure: Measure, group: Group, verdict: Verdict, isCovered: boolean): Judgement {
  const { paymentMethod, merchantId } = group;
  return { measure, paymentMethod, merchantId, verdict, isCovered };
}
