/** What a run's summary says of several dates at once. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attentionText, stuckBeforeText } from '../../../src/books/run/attention-text.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { feed, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A pay-in record of a date at 10:05 in São Paulo, and the callback that pays it with another amount. */
const asked = (orderNo: string, date: string) =>
  payInLine({ orderNo, tradeNo: `T${orderNo}`, at: `${date}T13:05:00Z` }).replaceAll('2026-11-19', date);
const underpaid = (orderNo: string, date: string) => [
  asked(orderNo, date),
  callbackLine({ orderNo, tradeNo: `T${orderNo}`, amount: '1', at: `${date}T13:06:02Z` }).replaceAll(
    '2026-11-19',
    date,
  ),
];

onEngines('the summary of several dates', (engine) => {
  it('names findings by code with first and last date, and the dates of what was stuck before', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'days.ndjson'), [
      asked('STUCK00014', '2026-11-14'),
      asked('STUCK00016', '2026-11-16'),
      asked('STUCK00017', '2026-11-17'),
      ...underpaid('PAID000017', '2026-11-17'),
      ...underpaid('PAID000018', '2026-11-18'),
      ...underpaid('PAID000019', '2026-11-19'),
    ]);
    const dates = ['2026-11-17', '2026-11-18', '2026-11-19'];
    const result = await publish(store, join(folder, 'out'), '2026-11-20T12:00:00Z', { dates });
    expect(attentionText(result.summaries).split('\n')).toEqual([
      '  high    AMOUNT_MISMATCH   BR  3 orders  2026-11-17 to 2026-11-19  for example PAID000017',
      '  medium  STUCK_PROCESSING  BR  1 order   2026-11-17                for example STUCK00017',
    ]);
    // Those of the range itself are in the table, and what was stuck before it is told once.
    const stuck =
      'Stuck since earlier dates: 2 orders in BR (2026-11-14 to 2026-11-16); see stuck-orders.csv.';
    expect(stuckBeforeText(result.summaries)).toBe(stuck);
    expect(reconcileText(result, { workingDirectory: folder })).toContain(stuck);
    expect(
      result.summaries.find(({ date, region }) => date === '2026-11-19' && region === 'BR'),
    ).toMatchObject({
      stuckBefore: 3,
      stuckBeforeDates: { first: '2026-11-14', last: '2026-11-17' },
    });
  });
});
