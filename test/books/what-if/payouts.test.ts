/** What other settings change of payouts and the bank alone, where every order and payment stays as it is. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { whatIf } from '../../../src/books/what-if/what-if.ts';
import { WHAT_IF_SCHEMA, whatIfJson } from '../../../src/books/what-if/what-if-json.ts';
import { whatIfText } from '../../../src/books/what-if/what-if-text.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { changeSettings } from '../../../src/settings/changed-settings.ts';
import { feed, instant, readCsv } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { SETTINGS } from '../order/stated-books.ts';

const SETTLED = '2026-11-20';
const BOOKED = '2026-11-22';
const AT = instant('2026-11-24T12:00:00Z');
const PORTAL = lines(
  'row_id,order_no,trade_no,merchant_id,gross,fee,net,completed_at,settled_on,payout_id',
  `R1,ORDER00001,T1,M0001,200,2,198,2026-11-19 10:06:00,${SETTLED},PO-77`,
);
/** Two days after the payout, and without its identifier. */
const BANK = lines('booked_on,amount,reference', `${BOOKED},198.00,TED 12345`);

onEngines('what-if of payouts', (engine) => {
  it('lists the payouts and bank rows that differ, with their money, as payouts.csv has them', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await feed(store, join(folder, 'day.ndjson'), [
      payInLine({ orderNo: 'ORDER00001', tradeNo: 'T1' }),
      callbackLine({ orderNo: 'ORDER00001', tradeNo: 'T1' }),
    ]);
    const paths = [write(folder, 'portal.csv', PORTAL), write(folder, 'bank.csv', BANK)];
    await ingest(store, SETTINGS, { paths, readAt: instant('2026-11-23T10:00:00Z') });
    const asked = { dates: [SETTLED, BOOKED], region: 'BR', asOf: AT, startedAt: AT };
    const out = join(folder, 'out');
    await reconcileDates(store, SETTINGS, { ...asked, out });
    const preview = join(folder, 'preview');
    const changed = changeSettings(SETTINGS, ['bank.days=1']);
    const result = await whatIf(store, SETTINGS, { ...asked, changed, preview, limit: 10 });

    const paidOut = { rows: 1, netMinor: '19800' };
    const booked = { bankMinor: '19800', bookedOn: BOOKED, bankReference: 'TED 12345' };
    const notBooked = { bankMinor: null, bookedOn: null, bankReference: null };
    const place = { region: 'BR', currency: 'BRL' };
    expect(result.dates).toMatchObject([
      {
        ...{ date: SETTLED, orders: 0, payments: [] },
        payouts: {
          different: 1,
          listed: [
            {
              ...{ ...place, payoutId: 'PO-77' },
              ...{ before: { ...paidOut, ...booked }, after: { ...paidOut, ...notBooked } },
            },
          ],
        },
      },
      {
        ...{ date: BOOKED, orders: 0, payments: [] },
        payouts: {
          different: 1,
          listed: [
            {
              ...{ ...place, payoutId: null, before: null },
              after: { rows: 0, netMinor: null, ...booked },
            },
          ],
        },
      },
    ]);
    expect(WHAT_IF_SCHEMA.parse(whatIfJson(result))).toEqual(whatIfJson(result));
    const text = whatIfText(result, preview);
    expect(text).toContain(
      'No order and no payment of the date differs.\n\n1 row of payouts.csv would differ.',
    );
    expect(text).toMatch(
      /^BR +PO-77 +BRL 200\.00 +BRL 2\.00 +\S+ +BRL 198\.00 +BRL 198\.00 -> - +BRL 0\.00 -> - +2026-11-22 -> - +TED 12345 -> -$/m,
    );
    expect(text).toMatch(/^BR +- +(none -> - +){4}none -> BRL 198\.00 /m);

    const [before] = readCsv(join(out, SETTLED, 'BR/latest/payouts.csv'));
    expect(before).toMatchObject({ payout_id: 'PO-77', bank_minor: '19800' });
    const [after] = readCsv(join(preview, SETTLED, 'BR/payouts.csv'));
    expect(after).toMatchObject({ payout_id: 'PO-77', bank_minor: '' });
    const [left] = readCsv(join(preview, BOOKED, 'BR/payouts.csv'));
    expect(left).toMatchObject({ payout_id: '', bank_minor: '19800' });

    const unlisted = await whatIf(store, SETTINGS, { ...asked, changed, preview, limit: 0 });
    expect(unlisted.dates).toMatchObject([
      { payouts: { different: 1, listed: [] } },
      { payouts: { different: 1, listed: [] } },
    ]);
    expect(whatIfText(unlisted, preview)).toMatch(
      /^1 row of payouts\.csv would differ\.\n\nand 1 more, see --limit /m,
    );

    const same = await whatIf(store, SETTINGS, {
      ...{ ...asked, preview, limit: 10 },
      changed: changeSettings(SETTINGS, ['bank.days=2']),
    });
    expect(same.dates).toMatchObject([
      { payouts: { different: 0, listed: [] } },
      { payouts: { different: 0 } },
    ]);
    expect(whatIfText(same, preview)).not.toContain('payouts.csv');
  });
});
