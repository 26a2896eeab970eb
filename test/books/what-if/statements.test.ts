/** What other readings of stored statements and account statements would show. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORTS } from '../../../reports/all.ts';
import { calibrate } from '../../../src/books/calibrate/calibrate.ts';
import { calibrateText } from '../../../src/books/calibrate/calibrate-text.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { whatIf } from '../../../src/books/what-if/what-if.ts';
import { WHAT_IF_SCHEMA, whatIfJson } from '../../../src/books/what-if/what-if-json.ts';
import { whatIfText } from '../../../src/books/what-if/what-if-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { changeSettings } from '../../../src/settings/changed-settings.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { feed, instant } from '../../export/books.ts';
import { lines, write } from '../../ingest/reading.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { filesOf, wholeStateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DATES = ['2026-11-19', '2026-11-20', '2026-11-21'];
const READ_AT = instant('2026-11-21T10:00:00Z');
const AT = instant('2026-11-24T12:00:00Z');
const FACTS = REPORTS.filter(({ fact }) => fact).map(({ name }) => name);

/** In China's time, in minor units, with words of its own: each of these is tried alone. */
const PORTAL = lines(
  'row_id,type,status,order_no,trade_no,merchant_id,gross,fee,net,completed_at,settled_on,payout_id',
  'R1,Venda,Pago,ORDER00001,T1,M0001,20000,200,19800,2026-11-19 21:05:00,2026-11-20,PO-1',
  'R2,Venda,Pago,ORDER00002,T2,M0001,15000,150,14850,2026-11-19 21:05:00,2026-11-20,PO-1',
  'R3,Estorno,Pago,ORDER00001,T1,M0001,-5000,,-5000,2026-11-20 05:00:00,2026-11-20,PO-1',
  'R4,Venda,Falhou,ORDER00003,T3,M0001,7000,70,6930,2026-11-20 03:00:00,,',
  'R5,Venda,Pago,,TUNKNOWN,,9900,99,9801,2026-11-20 02:00:00,2026-11-20,PO-1',
);
const BANK = lines('booked_on,amount,reference', '2026-11-21,39451,PAYOUT PO-1');
const WORDS = { type: { Venda: 'payment', Estorno: 'refund' }, status: { Pago: 'paid', Falhou: 'failed' } };
const USED = {
  map: {
    portal: { kind: 'statement', values: { currency: 'BRL' } },
    bank: { kind: 'bank', values: { currency: 'BRL' } },
  },
} as const;
const IN_USE = parseSettings(USED);

/** What is tried, and the settings as a file has them. */
const TRIED: Readonly<Record<string, readonly [readonly string[], object, object]>> = {
  'another zone': [['map.portal.zone=Asia/Shanghai'], { zone: 'Asia/Shanghai' }, {}],
  'another unit': [['map.portal.unit=minor'], { unit: 'minor' }, {}],
  'words, one by one': [
    ['map.portal.words.type.Estorno=refund', 'map.portal.words.status.Pago=paid'],
    { words: { type: { Estorno: 'refund' }, status: { Pago: 'paid' } } },
    {},
  ],
  'all of them': [
    [
      ...['map.portal.zone=Asia/Shanghai', 'map.portal.unit=minor', 'map.bank.unit=minor'],
      `map.portal.words=${JSON.stringify(WORDS)}`,
    ],
    { zone: 'Asia/Shanghai', unit: 'minor', words: WORDS },
    { unit: 'minor' },
  ],
};

async function fill(store: Store, settings: Settings, folder: string): Promise<void> {
  const order = (number: number, amount: string) => {
    const of = { orderNo: `ORDER0000${number}`, tradeNo: `T${number}`, amount };
    return [payInLine(of), callbackLine(of)];
  };
  await feed(store, join(folder, 'day.ndjson'), [
    ...[...order(1, '20000'), ...order(2, '15000'), ...order(3, '7000'), ...order(4, '100')],
  ]);
  const paths = [write(folder, 'portal.csv', PORTAL), write(folder, 'bank.csv', BANK)];
  await ingest(store, settings, { paths, readAt: READ_AT });
}

const asked = { dates: DATES, asOf: AT, startedAt: AT };

function factsBelow(out: string, version: string): Record<string, string> {
  const files = DATES.flatMap((date) =>
    FACTS.map((name) => [`${date}/${name}`, join(out, date, 'BR', version, `${name}.csv`)] as const),
  );
  return Object.fromEntries(
    files.filter(([, path]) => existsSync(path)).map(([name, path]) => [name, readFileSync(path, 'utf8')]),
  );
}

onEngines('what-if of statements', (engine) => {
  describe.each(Object.entries(TRIED))('by %s', (_name, [set, portal, bank]) => {
    it('shows what a store that was read so shows, and leaves every table as it was', async () => {
      const folder = temporaryFolder();
      const right = parseSettings({
        map: { portal: { ...USED.map.portal, ...portal }, bank: { ...USED.map.bank, ...bank } },
      });
      const other = await engine.emptied();
      await fill(other, right, folder);
      const otherOut = temporaryFolder();
      await reconcileDates(other, right, { ...asked, out: otherOut });

      const store = await engine.emptied();
      await fill(store, IN_USE, folder);
      const out = temporaryFolder();
      await reconcileDates(store, IN_USE, { ...asked, out });
      const [state, files] = [await wholeStateOf(store), filesOf(out)];
      const preview = temporaryFolder();
      const changed = changeSettings(IN_USE, set);
      expect(changed.settings).toEqual(right);
      const result = await whatIf(store, IN_USE, { ...asked, changed, preview, limit: 100 });

      expect(await wholeStateOf(store)).toEqual(state);
      expect(filesOf(out)).toEqual(files);
      const shown = factsBelow(preview, '');
      expect(shown).toEqual(factsBelow(otherOut, 'v1'));
      expect(shown).not.toEqual(factsBelow(out, 'v1'));
      expect(result.readAgain!.stated).toBeGreaterThan(0);
      expect(result.readAgain).toMatchObject({ payIns: 0, callbacks: 0 });
      expect(WHAT_IF_SCHEMA.parse(whatIfJson(result))).toEqual(whatIfJson(result));
      expect(whatIfText(result, preview)).toMatch(/ and \d rows? of statements read otherwise/);
    });
  });

  it('takes what calibrate proposes, as it is written', async () => {
    const words = parseSettings({
      map: { ...USED.map, portal: { ...USED.map.portal, words: WORDS } },
    });
    const store = await engine.emptied();
    await fill(store, words, temporaryFolder());
    const text = calibrateText(await calibrate(store, words, { region: 'BR' }), words);
    const proposed = [...text.matchAll(/payin-recon what-if --set (\S+) --date DATE/g)].map(
      ([, set]) => set!,
    );
    expect(proposed).toEqual(['map.portal.unit=minor', 'map.portal.zone=Asia/Shanghai']);
    const preview = temporaryFolder();
    const changed = changeSettings(words, proposed);
    const result = await whatIf(store, words, { ...asked, changed, preview, limit: 100 });
    expect(result.settings).toEqual([
      { path: 'map.portal.unit', before: undefined, after: 'minor' },
      { path: 'map.portal.zone', before: undefined, after: 'Asia/Shanghai' },
    ]);
    const again = await calibrate(store, changed.settings, { region: 'BR' });
    expect(again.filter(({ table }) => table !== null).map(({ verdict }) => verdict)).toEqual([
      ...['in_use', 'in_use'],
    ]);
  });
});
