import { ALL } from '../../alerts/alert.ts';
import type { Measure } from '../../settings/watch.ts';
import { type Group, together } from './tally.ts';
import { type Bounds, judgeFewer, judgeMore, judgeSilence, type Verdict } from './watch-rule.ts';

/** What is to be said by one measure of one place: a method and a merchant, either of them perhaps all. */
export interface Judgement {
  readonly measure: Measure;
  readonly paymentMethod: string;
  readonly merchantId: string;
  readonly verdict: Verdict;
  /** Told at another place: neither an alarm of its own, nor the end of one. */
  readonly isCovered: boolean;
  /** What of the region was not read, where that is what is told. */
  readonly unread?: 'records' | 'pay-ins';
}

export interface How {
  readonly bounds: Bounds;
  /** How much of the usual traffic there is, at most 1. */
  readonly factor: number;
  /** The newest slot of which orders have had time to be paid. */
  readonly ordersFrom: number;
}

/** Judges every method and its merchants. */
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
      // If nothing comes, that is the alarm; the share that is paid is covered by it.
      return judgeShares(measure, all, merchants, weeks, how).map((one) =>
        quiet.has(ALL) || quiet.has(one.merchantId) ? { ...one, isCovered: true } : one,
      );
    });
  });
}

/** If the whole method is silent, that is one alarm, not one for each merchant. */
function judgeSilences(all: Group, merchants: readonly Group[], { bounds, factor }: How): Judgement[] {
  const judge = (group: Group, isCovered: boolean) => {
    const verdict = judgeSilence(group.lines.payments, { first: 0, factor }, bounds);
    return judgement('silent', group, verdict, isCovered);
  };
  const whole = judge(all, false);
  return [whole, ...merchants.map((one) => judge(one, whole.verdict.state === 'unusual'))];
}

/**
 * The alarm is about the whole method if it is unusual also without the merchants that are unusual by themselves, or if
 * several of these are and the others have too few records; else it is about each merchant.
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

/** A stuck order is one not paid by its deadline: more of them are fewer that are paid by it. */
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
