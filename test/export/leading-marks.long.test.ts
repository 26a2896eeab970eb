/** Identifiers that differ only by a leading U+FEFF are different orders, and every form of a report shows them so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import { PROFILE_NAMES } from '../../src/export/profile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DATE, feed, instant, MORNING } from './books.ts';
import { readZip } from './workbook/read-zip.ts';

const MARK = '\ufeff';
const PLAIN = 'ORDER0000A';
const MARKED = `${MARK}${PLAIN}`;
const BOTH = [PLAIN, MARKED, `${MARK}${MARKED}`];

/** Of each number a paid order of one merchant, and of a merchant who differs by a mark. */
const EVIDENCE = [...BOTH.map((orderNo) => ({ orderNo, merchantId: 'M0001' }))]
  .concat({ orderNo: PLAIN, merchantId: `${MARK}M0001` })
  .flatMap((order) => {
    const tradeNo = `${order.orderNo}-T`;
    return [payInLine({ ...order, tradeNo }), callbackLine({ ...order, tradeNo })];
  });

const FORMS = PROFILE_NAMES.flatMap((profile) =>
  (['csv', 'xlsx'] as const).map((format) => ({ profile, format })),
);

/** Numbers of orders in a published file, in its order, whatever its form. */
function orderNumbers(folder: string, format: 'csv' | 'xlsx'): string[] {
  if (format === 'xlsx') {
    const sheet = readZip(readFileSync(join(folder, 'orders.xlsx'))).get('xl/worksheets/sheet1.xml')!;
    return [...sheet.toString('utf8').matchAll(/<c r="E\d+"[^>]*><is><t[^>]*>([^<]*)</g)]
      .map(([, text]) => text!)
      .slice(1);
  }
  // Buffers are decoded with their marks; that of the file itself stands before the header.
  const [header, ...rows] = parse(readFileSync(join(folder, 'orders.csv')).toString('utf8'), {
    delimiter: [',', ';'],
    relax_column_count: true,
  }) as string[][];
  const at = header!.indexOf('order_no');
  return rows.map((row) => row[at]!.replace(/^="(.*)"$/, '$1'));
}

onEngines('identifiers that differ by a leading U+FEFF', (engine) => {
  it('come from the database as they are stored', async () => {
    const store = await engine.emptied();
    const texts = [MARKED, PLAIN, null, MARK, '', `a${MARK}`, `${MARK}${MARK}x`];
    await store.session(async ({ db }) => {
      const { rows } = await sql<{ text: string | null; list: string[] }>`
        select t.text, array[t.text] as list
        from unnest(${texts}::text[]) with ordinality as t (text, place)
        order by t.place`.execute(db);
      expect(rows.map(({ text }) => text)).toEqual(texts);
      const { rows: parameters } = await sql<{ text: string }>`select ${MARKED}::text as text`.execute(db);
      expect(parameters).toEqual([{ text: MARKED }]);
    });
  });

  it.each(FORMS)('are different in every file: $profile $format', async (form) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
    const at = instant(MORNING);
    const settings = parseSettings({ export: form });
    await reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out });
    const version = join(out, DATE, 'BR/v1');
    expect(orderNumbers(version, form.format)).toEqual([...BOTH, PLAIN]);
    expect(deviationsOf(await verify(store, settings, { dates: [DATE], out }))).toEqual([]);
  });

  it('have one digest of what is said in every form', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
    const at = instant(MORNING);
    for (const form of FORMS) {
      const settings = parseSettings({ export: form });
      await reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out });
    }
    const facts = await store.session(({ db }) =>
      db.selectFrom('versions').select('facts_sha256').distinct().where('region', '=', 'BR').execute(),
    );
    expect(facts).toHaveLength(1);
  });
});
