/** What a purge leaves can be read, compared and proven as before. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calibrate } from '../../../src/books/calibrate/calibrate.ts';
import { whatIf } from '../../../src/books/what-if/what-if.ts';
import { changeSettings } from '../../../src/settings/changed-settings.ts';
import { feed, instant, publish, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { wholeStateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { MONDAY, reported, TUESDAYS } from '../run/reported-books.ts';
import { deviations, purgeBefore } from './purged-books.ts';

const DECEMBER = '2026-12-01';
const AT = '2026-12-02T06:00:00Z';

/** An order with its callback and its row of a statement. */
function stated(date: string, order: string): string[] {
  const records = [payInLine, callbackLine].map((line) => line({ orderNo: order, tradeNo: `T${order}` }));
  return [
    ...records.map((line) => line.replaceAll('2026-11-19T', `${date}T`)),
    `{"statement":{"order_no":"${order}","type":"payment","currency":"BRL","gross":"200.00","settled_on":"${date}",` +
      `"completed_at":"${date}T13:07:00Z","payout_id":"PO-${date}"}}`,
  ];
}

onEngines('a store after a purge', (engine) => {
  it('shows by other readings what is left, and ties', async () => {
    const books = await reported(engine, TUESDAYS);
    const lines = [...stated(MONDAY, 'MONDAY0001'), ...stated(DECEMBER, 'DECEMBER01')];
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), lines, '2026-12-02T05:00:00Z');
    await publish(books.store, books.out, AT, { dates: [MONDAY, DECEMBER], region: 'BR' });
    const compared = async () =>
      (await calibrate(books.store, SETTINGS, { region: 'BR' })).map((one) => [one.topic, one.compared]);
    const before = await compared();
    expect(before).toContainEqual(['statement_unit', 2]);
    expect(await purgeBefore(books.store, DECEMBER, { at: AT })).toMatchObject({ statementRows: 1 });
    const state = await wholeStateOf(books.store);
    expect(await compared()).toEqual(before.map(([topic, count]) => [topic, Number(count) / 2]));
    const tried = await whatIf(books.store, SETTINGS, {
      ...{ dates: [DECEMBER], region: 'BR', asOf: instant(AT), startedAt: instant(AT), limit: 9 },
      ...{ changed: changeSettings(SETTINGS, ['regions.BR.amountUnit=major']), preview: temporaryFolder() },
    });
    expect(tried.dates).toMatchObject([{ orders: 1, listed: [{ orderNo: 'DECEMBER01' }] }]);
    expect(await wholeStateOf(books.store)).toEqual(state);
    expect(await deviations(books)).toEqual([]);
  });
});
