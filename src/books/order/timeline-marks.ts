import { instantOfText } from '../../normalise/instant.ts';
import type { MarkName } from '../../texts/page/order-texts.ts';
import type { OrderStory, StoryEvent } from './order-story.ts';
import type { Mark } from './timeline-picture.ts';

/** If there are more events of a kind than this, the picture shows only the first and the last. */
const MOST_OF_A_KIND = 4;

/** A mark with what it is, so that it can be named in any language. */
export interface StoryMark extends Mark {
  readonly name: MarkName;
  /** Where only the first and the last of many are marked: which one it is, and of how many. */
  readonly of?: { readonly end: 'first' | 'last'; readonly count: number };
}

const LABELS: Readonly<Record<MarkName, string>> = {
  requested: 'requested',
  requestedAgain: 'requested again',
  paid: 'paid',
  callback: 'callback',
  unverified: 'unverified callback',
  stated: 'statement',
  payout: 'payout',
  bank: 'bank',
  expiry: 'expiry',
  deadline: 'deadline',
  horizon: 'horizon',
  asOf: 'as-of',
};

/** The events of an order that are marked on its timeline. */
export function timelineMarks(story: OrderStory): StoryMark[] {
  const { events, payments, asOf } = story;
  const requests = events.filter(({ kind }) => kind === 'request');
  const callbacks = events.filter((event) => event.kind === 'callback' && event.attribution !== 'elsewhere');
  const paid = payments.flatMap(({ paidAt }) => (paidAt === null ? [] : [paidAt]));
  const isPast = (at: string) => asOf !== null && compare(asOf, at) >= 0;
  return [
    ...limited(
      requests.map(({ at }, index) => ({ at, name: index === 0 ? 'requested' : 'requestedAgain' })),
      'requests',
    ),
    ...limited(
      paid.sort(compare).map((at) => ({ at, name: 'paid' })),
      'payments',
    ),
    ...limited(
      callbacks.map((event) => ({ at: event.at, name: callbackName(event) })),
      'callbacks',
    ),
    ...statedMarks(events),
    ...events.flatMap((event): Named[] => {
      if (event.kind === 'expiry' || event.kind === 'deadline') return [{ at: event.at, name: event.kind }];
      // While an order can still be paid in time, the horizon days after its deadline is not relevant yet.
      if (event.kind !== 'horizon' || !events.some(({ kind, at }) => kind === 'deadline' && isPast(at)))
        return [];
      return [{ at: event.at, name: 'horizon' }];
    }),
    ...(asOf === null ? [] : [{ at: asOf, name: 'asOf' as const }]),
  ].map(({ at, ...mark }: Named) => ({ at: instantOfText(at), label: LABELS[mark.name], ...mark }));
}

interface Named extends Pick<StoryMark, 'name' | 'of'> {
  readonly at: string;
  readonly label?: string;
}

function limited(marks: readonly Named[], noun: string): Named[] {
  if (marks.length <= MOST_OF_A_KIND) return [...marks];
  const count = marks.length;
  return [
    { ...marks[0]!, label: `first of ${count} ${noun}`, of: { end: 'first', count } },
    { ...marks.at(-1)!, label: `last of ${count} ${noun}`, of: { end: 'last', count } },
  ];
}

/** Rows of statements that count for the order, the payouts that they are part of, and what the bank booked for these. */
function statedMarks(events: readonly StoryEvent[]): Named[] {
  const rows = events.filter(
    (event) => event.kind === 'statement' && event.replacedBy === null && event.countedAt !== null,
  );
  return [
    ...limited(
      rows.map(({ at }) => ({ at, name: 'stated' })),
      'statement rows',
    ),
    ...(['payout', 'bank'] as const).flatMap((name) =>
      limited(
        events.filter(({ kind }) => kind === name).map(({ at }) => ({ at, name })),
        `${name} rows`,
      ),
    ),
  ];
}

function callbackName(event: StoryEvent): MarkName {
  return event.kind === 'callback' && event.attribution === 'unverified' ? 'unverified' : 'callback';
}

function compare(one: string, other: string): number {
  const [a, b] = [instantOfText(one), instantOfText(other)];
  return a.seconds - b.seconds || a.micros - b.micros;
}
