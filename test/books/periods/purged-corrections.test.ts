/** All that was said of a row of a statement is purged at once. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { feed } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { MONDAY, reported, TUESDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';
import { asked, paid, purgeBefore } from './purged-books.ts';

const DECEMBER = '2026-12-01';
const IN_DECEMBER = '2026-12-01T12:00:00Z';

onEngines('a purge of corrected rows', (engine) => {
  it('keeps what one said before as long as the row stays, so that it can say so again', async () => {
    const books = await reported(
      engine,
      asked(MONDAY, 'MONDAY0001', 'M1'),
      ...['M1', 'M2'].map((trade) => paid(MONDAY, 'MONDAY0001', trade)),
      TUESDAYS,
    );
    const refund = (gross: string) =>
      `{"statement":{"row_id":"R1","type":"refund","trade_no":"M1","currency":"BRL","gross":"${gross}","settled_on":"${MONDAY}"}}`;
    const say = (gross: string) =>
      feed(books.store, join(books.out, `../logs/${gross}.ndjson`), [refund(gross)], '2026-11-18T07:30:00Z');
    await say('20.00');
    await say('10.00');
    await books.reconcile(WEDNESDAY);
    const purged = { dates: [], statementRows: 0 };
    expect(await purgeBefore(books.store, DECEMBER, { at: IN_DECEMBER })).toMatchObject(purged);
    const again = `${refund('20.00')}\n`;
    const path = join(books.out, '../logs/again.ndjson');
    const [source] = await feed(books.store, path, [again], IN_DECEMBER);
    expect(source).toMatchObject({ accepted: 1, duplicate: 0 });
  });

  it('keeps all that was said of one, as long as the payout that it was in before stays', async () => {
    const said = (row_id: string, more: object) =>
      JSON.stringify({
        statement: {
          row_id,
          trade_no: `T${row_id}`,
          type: 'fee',
          currency: 'BRL',
          completed_at: `${MONDAY}T12:00:00Z`,
          ...more,
        },
      });
    const books = await reported(engine, TUESDAYS);
    const feeds = [
      [said('R1', { gross: '1.00', payout_id: 'P1' }), said('R2', { gross: '2.00' })],
      [
        said('R3', { gross: '3.00', payout_id: 'P1', completed_at: '2026-12-02T12:00:00Z' }),
        said('R1', { gross: '1.50' }),
      ],
    ];
    for (const [index, rows] of feeds.entries())
      await feed(
        books.store,
        join(books.out, `../logs/stated-${index}.ndjson`),
        rows,
        `${TUESDAY}T07:30:00Z`,
      );
    await books.reconcile(MONDAY, '2026-11-18T06:00:00Z');
    await purgeBefore(books.store, DECEMBER, { at: IN_DECEMBER });
    const { rows } = await books.store.session(({ db }) =>
      sql<{ row: string }>`select row_id || ' ' || gross_text as row from statements order by 1`.execute(db),
    );
    expect(rows.map(({ row }) => row)).toEqual(['R1 1.00', 'R1 1.50', 'R3 3.00']);
  });
});
