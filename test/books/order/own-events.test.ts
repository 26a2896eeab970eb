import { expect, it } from 'vitest';
import type { StoryEvent } from '../../../src/books/order/order-story.ts';
import { ownEvents } from '../../../src/books/order/own-events.ts';
import type { StatementEvent } from '../../../src/books/order/stated-story.ts';

const NAMELESS = { orderNo: '1000000001', merchantId: '' };

/** A row without a merchant that the row in the next line replaces; the last one is counted at an order of M0001. */
function rowsOf(rows: number, onRead: () => void = () => undefined): StoryEvent[] {
  return Array.from({ length: rows }, (_, index) => {
    const isLast = index === rows - 1;
    const row: Pick<StatementEvent, 'kind' | 'names' | 'countedAt' | 'replacedBy' | 'place'> = {
      kind: 'statement',
      names: NAMELESS,
      countedAt: isLast ? { ...NAMELESS, merchantId: 'M0001' } : null,
      replacedBy: isLast ? null : { source: 'portal.csv', line: rows },
      get place() {
        onRead();
        return { source: 'portal.csv', line: index + 1 };
      },
    };
    return row as StoryEvent;
  });
}

it('shows rows that another one replaces to a reader of the merchant at whose order that one is', () => {
  const events = rowsOf(5);
  expect(ownEvents(events, ['M0001'])).toEqual(events);
  expect(ownEvents(events, ['M0002'])).toEqual([]);
});

it('looks at each row once for all that it replaces', () => {
  let read = 0;
  ownEvents(
    rowsOf(200, () => {
      read += 1;
    }),
    ['M0001'],
  );
  expect(read).toBe(200);
});
