/** What a run says of the orders that it gives up as not paid. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReconcileResult } from '../../../src/books/run/reconcile-dates.ts';
import { resultJson } from '../../../src/books/run/result-json.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { nightAlerts } from '../../../src/operations/schedule/night-alert.ts';
import { DATE, feed, NOON, newsOf, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Past the horizon of {@link DATE}. */
const WEEK_LATER = '2026-11-28T12:00:00Z';
const NEXT_DAY = '2026-11-29T12:00:00Z';

const UNPAID = [
  payInLine(),
  payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2', amount: '12345' }),
  payInLine({
    ...{ merchantId: 'M0002', currency: 'EGP', method: 'FAWRY' },
    ...{ orderNo: 'ORDER00003', tradeNo: 'T3', amount: '150.5' },
  }),
];

const textOf = (result: ReconcileResult) => reconcileText(result, { workingDirectory: '/' });

onEngines('orders that expire', (engine) => {
  it('are told by the run that finds them so, with their money, and by no other', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'logs/day.ndjson'), UNPAID);
    const stuck = await publish(store, out, NOON);
    expect(stuck.expired).toEqual([]);
    expect(textOf(stuck)).not.toContain('Expired');

    const result = await publish(store, out, WEEK_LATER);
    const span = { from: DATE, to: DATE };
    expect(result.expired).toEqual([
      { region: 'BR', currency: 'BRL', orders: 2, requestedMinor: '32345', ...span },
      { region: 'EG', currency: 'EGP', orders: 1, requestedMinor: '15050', ...span },
    ]);
    const text = textOf(result);
    expect(text).not.toContain('Nothing stands out');
    expect(text).toContain(`Expired in this run: 2 orders in BR, BRL 323.45 requested, of ${DATE}.\n`);
    expect(text).toContain(`Expired in this run: 1 order in EG, EGP 150.50 requested, of ${DATE}.`);
    expect(resultJson([], result).expired).toEqual(result.expired);
    const [brazil] = nightAlerts(result, newsOf(result), 'first');
    expect(brazil!.facts).toMatchObject({
      region: 'BR',
      expired: [{ currency: 'BRL', orders: 2, requestedMinor: '32345' }],
    });

    // A version that was placed again stands before the new one.
    const placed = { ...result.publications.find(({ region }) => region === 'BR')!, version: 1 };
    const again = { ...placed, state: 'unchanged' as const };
    const publications = [again, { ...placed, version: 2, state: 'new' as const }];
    const placedAgain = { ...result, publications };
    const [night] = nightAlerts(placedAgain, newsOf(placedAgain), 'first');
    expect(night!.facts).toMatchObject({ version: 2, isNew: true, restated: [] });

    const after = await publish(store, out, NEXT_DAY);
    expect(after.expired).toEqual([]);
    expect(textOf(after)).not.toContain('Expired in this run');
  });

  it('are told where they are known to be so at first, also by another date, and as a preview', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'logs/day.ndjson'), UNPAID);
    const preview = await publish(store, join(folder, 'look'), WEEK_LATER, { preview: true });
    expect(preview.expired.map(({ orders }) => orders)).toEqual([2, 1]);
    const result = await publish(store, join(folder, 'out'), WEEK_LATER, {
      ...{ dates: ['2026-11-27'], region: 'EG' },
    });
    expect(result.expired).toMatchObject([{ region: 'EG', orders: 1, from: DATE }]);
  });
});
