/** Rows of a bank of which only a reading without a new row shows that their row_id names several. */
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { merchantDatabase } from '../../support/merchant-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, READ_AT, rowCounts, write } from '../reading.ts';
import { querySettings, readOnce } from './shop.ts';

const BANK = {
  name: 'banco',
  kind: 'bank',
  columns: { id: 'ignore', row_id: 'row_id', booked_on: 'booked_on', currency: 'currency', amount: 'amount' },
} as const;

const HEADER = 'id,row_id,booked_on,currency,amount';
const FIRST = ['1,X,2026-11-20,BRL,100.00', '2,Y,2026-11-20,BRL,1.00'];
const THIRD = '3,X,2026-11-20,BRL,50.00';

const insert = (...rows: string[]) =>
  `insert into extrato values ${rows.map((row) => `('${row.replaceAll(',', "','")}')`).join(', ')}`;

/** How many rows those with the row_id X are, and how many sources were read. */
async function known(store: Store): Promise<{ rows: number; sources: number }> {
  const { rows } = await store.session(({ db }) =>
    sql<{ n: number }>`
      select count(distinct row_key)::int as n from bank_rows where row_id = 'X'`.execute(db),
  );
  return { rows: rows[0]!.n, sources: (await rowCounts(store))['sources']! };
}

onEngines('rows of a bank with one row_id', (engine) => {
  it.skipIf(inject('templates').postgresql === undefined).each([[false], [true]])(
    'count one by one once a query brings them together, after a file that is withdrawn: %s',
    async (withFile) => {
      const shop = await merchantDatabase();
      const store = await engine.emptied();
      await shop.run(
        `create table extrato (id int, row_id text, booked_on date, currency text, amount text)`,
      );
      const reading = (query: string) =>
        querySettings(shop.url, { ...BANK, query: `${query} from extrato`, watermark: 'id', overlap: 0 });
      await shop.run(insert(...FIRST));
      expect(await readOnce(store, reading('select *'))).toBe('2 = 2 + 0 + 0');
      await shop.run(insert(THIRD));
      expect(await readOnce(store, reading('select *'))).toBe('2 = 1 + 1 + 0');
      expect(await known(store)).toEqual({ rows: 1, sources: 2 });
      const file = write(temporaryFolder(), 'novembro.csv', lines(HEADER, ...FIRST, THIRD));
      if (withFile) {
        const settings = parseSettings({ sources: [{ ...BANK, paths: [file] }] });
        expect(await readOnce(store, settings)).toBe('3 = 0 + 3 + 0');
        expect(await known(store)).toEqual({ rows: 2, sources: 3 });
      }
      const sources = withFile ? 4 : 3;
      for (const query of ['select /* all */ *', 'select /* again */ *']) {
        expect(await readOnce(store, reading(query))).toBe('3 = 0 + 3 + 0');
        expect(await known(store)).toEqual({ rows: 2, sources });
      }
      if (withFile) {
        const why = { who: 'ana', reason: 'it is of another account', at: READ_AT, asOf: READ_AT };
        await withdraw(store, reading('select *'), { source: file, ...why, out: temporaryFolder() });
        expect(await known(store)).toEqual({ rows: 2, sources: 4 });
      }
      await shop.drop();
    },
  );
});
