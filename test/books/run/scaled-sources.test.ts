/** A statement in the wrong unit is reported once, and with what to set. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { resultJson } from '../../../src/books/run/result-json.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { testSource } from '../../../src/ingest/sample/test-source.ts';
import { testedText } from '../../../src/ingest/sources-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { DATE, feed, instant, NOON } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { takeBack } from '../withdraw/withdrawn-books.ts';

const ORDERS = Array.from({ length: 12 }, (_, index) => `SCALED${String(index).padStart(4, '0')}`);
const HEAD = 'type,order_no,merchant_id,gross,currency,completed_at';
/** As many refunds before the payments as are looked at in a sample. */
const REFUNDS = Array.from(
  { length: 1100 },
  (_, index) => `refund,OLD${index},M0001,1,BRL,2026-11-19 10:06:00`,
);
const payments = (gross: string) =>
  ORDERS.map((order) => `payment,${order},M0001,${gross},BRL,2026-11-19 10:06:00`);

function settingsOf(folder: string, unit: string) {
  return parseSettings({
    map: { portal: { kind: 'statement', unit } },
    sources: [{ name: 'provider', paths: [join(folder, 'portal*.csv')], quietSeconds: 0 }],
  });
}

async function paidOrders(store: Store, folder: string): Promise<void> {
  const logged = ORDERS.flatMap((orderNo) => [
    payInLine({ orderNo, tradeNo: `T${orderNo}` }),
    callbackLine({ orderNo, tradeNo: `T${orderNo}` }),
  ]);
  await feed(store, join(folder, 'day.ndjson'), logged);
}

onEngines('a statement in the wrong unit', (engine) => {
  it.each([
    ['20000', 'major', 'minor', '100 times'],
    ['200', 'minor', 'major', 'a hundredth of'],
  ])('with %s read as %s units is reported once by the run', async (gross, unit, right, times) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await paidOrders(store, folder);
    const settings = settingsOf(folder, unit);
    const path = write(folder, 'portal.csv', lines(HEAD, ...REFUNDS, ...payments(gross)));
    await ingest(store, settings, { paths: [path], readAt: instant(NOON) });
    const at = instant(NOON);
    const run = () =>
      reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out: join(folder, 'out') });
    const result = await run();
    const told = { source: path, compared: 12, scaled: 12, table: 'portal', unit: right };
    expect(resultJson([], result).scaledSources).toEqual([told]);
    expect(reconcileText(result, { workingDirectory: folder, options: ' --config x.yaml' })).toContain(
      `${path} is in the wrong unit: 12 of 12 amounts are ${times} those of the payments
  to do: in the table portal of map, set unit: ${right}; then
  payin-recon renormalise --config x.yaml`,
    );
    expect(resultJson([], await run()).scaledSources).toEqual([told]);
  });

  it('is no longer reported once it was withdrawn', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    await paidOrders(store, folder);
    const settings = settingsOf(folder, 'major');
    const path = write(folder, 'portal.csv', lines(HEAD, ...payments('20000')));
    await ingest(store, settings, { paths: [path], readAt: instant(NOON) });
    const at = instant(NOON);
    const run = () => reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out });
    expect(resultJson([], await run())).toHaveProperty('scaledSources');
    await takeBack(store, out, 'portal.csv', {}, settings);
    expect(resultJson([], await run())).not.toHaveProperty('scaledSources');
  });

  it('says of rows that were lines which entry to add to map', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await paidOrders(store, folder);
    const rows = ORDERS.map((order_no) =>
      JSON.stringify({
        statement: {
          ...{ type: 'payment', order_no, merchant_id: 'M0001', gross: '20000', currency: 'BRL' },
          completed_at: '2026-11-19T13:06:00Z',
        },
      }),
    );
    const path = write(folder, 'statements.ndjson', lines(...rows));
    await ingest(store, parseSettings({}), { paths: [path], readAt: instant(NOON) });
    const at = instant(NOON);
    const result = await reconcileDates(store, parseSettings({}), {
      ...{ dates: [DATE], asOf: at, startedAt: at, out: join(folder, 'out') },
    });
    expect(reconcileText(result, { workingDirectory: folder, options: '' })).toContain(
      '  to do: its rows are of no table: add to map statement: { kind: statement, unit: minor }; then',
    );
  });

  it('is nothing to report where amounts agree', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await paidOrders(store, folder);
    const settings = settingsOf(folder, 'minor');
    const path = write(folder, 'portal.csv', lines(HEAD, ...payments('20000')));
    await ingest(store, settings, { paths: [path], readAt: instant(NOON) });
    const at = instant(NOON);
    const result = await reconcileDates(store, settings, {
      ...{ dates: [DATE], asOf: at, startedAt: at, out: join(folder, 'out') },
    });
    expect(resultJson([], result)).not.toHaveProperty('scaledSources');
  });

  it('is reported by a test of the source, which reads the whole of it', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await paidOrders(store, folder);
    write(folder, 'portal.csv', lines(HEAD, ...REFUNDS, ...payments('20000')));
    const tested = await testSource(store, settingsOf(folder, 'major'), {
      ...{ name: 'provider', rows: 3, readAt: instant(NOON), workingDirectory: folder },
    });
    expect(tested.result!.sample!.records.filter(({ what }) => what === 'statement')).toHaveLength(3);
    const text = testedText(tested);
    expect(text).toContain('12 of 12 amounts agree with the callbacks of the same trades when read in minor');
    expect(text).toContain('set unit: minor');
  });
});
