/** Rows of a bank that have no row_id, which a query reads. */
import { expect, inject, it } from 'vitest';
import { testSource } from '../../../src/ingest/sample/test-source.ts';
import { sourcesText, testedText } from '../../../src/ingest/sources-text.ts';
import { onEngines } from '../../support/engines.ts';
import { merchantDatabase } from '../../support/merchant-database.ts';
import { counts, READ_AT } from '../reading.ts';
import { querySettings, readAll } from './shop.ts';

const ROWS = "('2026-11-20', 'BRL', '100.00')";
const REMARK =
  'rows without row_id: equal rows of two readings count once, the first in line 1\n    to do: map the key';

onEngines('rows of a query without row_id', (engine) => {
  it.skipIf(inject('templates').postgresql === undefined)(
    'are said to count once if two readings have them',
    async () => {
      const shop = await merchantDatabase();
      const store = await engine.emptied();
      await shop.run(`create table extrato (id serial, booked_on date, currency text, amount text);
      insert into extrato (booked_on, currency, amount) values ${ROWS}, ${ROWS}, ('2026-11-20', 'BRL', '1.00')`);
      const bank = (id: string) =>
        querySettings(shop.url, {
          ...{ name: 'banco', kind: 'bank', query: 'select * from extrato', watermark: 'id', overlap: 0 },
          columns: { id, booked_on: 'booked_on', currency: 'currency', amount: 'amount' },
        });
      const tested = async (id: string) => {
        const request = { name: 'banco', rows: 10, readAt: READ_AT, workingDirectory: '.' };
        return testedText(await testSource(store, bank(id), request));
      };
      expect(await tested('ignore')).toContain(`query:banco: 3 ${REMARK}`);
      expect(await tested('row_id')).not.toContain('row_id');
      const [first] = await readAll(store, bank('ignore'));
      expect(first!.results.map(counts)).toEqual(['3 = 3 + 0 + 0']);
      await shop.run(`insert into extrato (booked_on, currency, amount) values ${ROWS}`);
      const read = await readAll(store, bank('ignore'));
      expect(read[0]!.results.map(counts)).toEqual(['2 = 0 + 2 + 0']);
      expect(sourcesText(read)).toContain(`banco: 2 ${REMARK}`);
      await shop.drop();
    },
  );
});
