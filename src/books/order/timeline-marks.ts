import { instantOfText } from '../../normalise/instant.ts';
import type { OrderStory, StoryEvent } from './order-story.ts';
import type { Mark } from './timeline-picture.ts';

/** If there are more events of a kind than this, the picture shows only the first and the last. */
const MOST_OF_A_KIND = 4;

/** The events of an order that are marked on its timeline. */
export function timelineMarks(story: OrderStory): Mark[] {
  const { events, payments, asOf } = story;
  const requests = events.filter(({ kind }) => kind === 'request');
  const callbacks = events.filter((event) => event.kind === 'callback' && event.attribution !== 'elsewhere');
  const paid = payments.flatMap(({ paidAt }) => (paidAt === null ? [] : [paidAt]));
  const isPast = (at: string) => asOf !== null && compare(asOf, at) >= 0;
  return [
    ...limited(
      requests.map(({ at }, index) => ({ at, label: index === 0 ? 'requested' : 'requested again' })),
      'requests',
    ),
    ...limited(
      paid.sort(compare).map((at) => ({ at, label: 'paid' })),
      'payments',
    ),
    ...limited(
      callbacks.map((event) => ({ at: event.at, label: callbackLabel(event) })),
      'callbacks',
    ),
    ...events.flatMap((event) => {
      if (event.kind === 'expiry' || event.kind === 'deadline') return [{ at: event.at, label: event.kind }];
      // While an order can still be paid in time, the horizon days after its deadline is not relevant yet.
      if (event.kind !== 'horizon' || !events.some(({ kind, at }) => kind === 'deadline' && isPast(at)))
        return [];
      return [{ at: event.at, label: 'horizon' }];
    }),
    ...(asOf === null ? [] : [{ at: asOf, label: 'as-of' }]),
  ].map(({ at, label }) => ({ at: instantOfText(at), label }));
}

interface Labelled {
  readonly at: string;
  readonly label: string;
}

function limited(marks: readonly Labelled[], noun: string): Labelled[] {
  if (marks.length <= MOST_OF_A_KIND) return [...marks];
  return [
    { at: marks[0]!.at, label: `first of ${marks.length} ${noun}` },
    { at: marks.at(-1)!.at, label: `last of ${marks.length} ${noun}` },
  ];
}

function callbackLabel(event: StoryEvent): string {
  return event.kind === 'callback' && event.attribution === 'unverified' ? 'unverified callback' : 'callback';
}

function compare(one: string, other: string): number {
  const [a, b] = [instantOfText(one), instantOfText(other)];
  return a.seconds - b.seconds || a.micros - b.micros;
}
