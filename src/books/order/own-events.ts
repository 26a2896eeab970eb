import type { CallbackEvent, StoryEvent } from './order-story.ts';
import type { StatementEvent } from './stated-story.ts';
import type { OrderKey, RecordPlace } from './story-values.ts';

/** Those events of an order's history that a reader of these merchants sees. */
export function ownEvents(events: readonly StoryEvent[], merchants: readonly string[]): StoryEvent[] {
  const countedOf = countedRecords(events);
  return events.filter((event) => {
    if (event.kind === 'payout' || event.kind === 'bank') return false;
    if (event.kind !== 'callback' && event.kind !== 'statement') return true;
    const { merchantId } = event.names;
    const isNamed = merchants.includes(merchantId);
    const counted = countedOf(event);
    if (counted === null) return isNamed;
    return (isNamed || merchantId === '') && merchants.includes(counted.merchantId);
  });
}

/** Where a record is counted; for a row of a statement that another one replaces, where that one is. */
function countedRecords(
  events: readonly StoryEvent[],
): (event: CallbackEvent | StatementEvent) => OrderKey | null {
  const rows = new Map<string, OrderKey | null>();
  for (const event of events) {
    if (event.kind !== 'statement') continue;
    const place = textOf(event.place);
    // Two sources can have one name: the first event counts.
    if (!rows.has(place)) rows.set(place, event.countedAt);
  }
  return (event) => {
    if (event.kind === 'callback' || event.replacedBy === null) return event.countedAt;
    return rows.get(textOf(event.replacedBy)) ?? null;
  };
}

function textOf({ source, line }: RecordPlace): string {
  return `${line} ${source}`;
}
