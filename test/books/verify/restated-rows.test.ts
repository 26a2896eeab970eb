/** Rows that say again what they said before a correction verify, also once nothing is left of the correction. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { purge } from '../../../src/books/periods/purge.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import { feed, instant, NOON, publish, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { booksToVerify } from './books-to-verify.ts';

const bank = (fields: object) =>
  JSON.stringify({ bank: { booked_on: '2026-11-20', row_id: 'B1', currency: 'BRL', ...fields } });
const FIRST = bank({ amount: '199.00' });
/** In other bytes: the same file would not be read again. */
const AGAIN = bank({ amount: '199.0' });
const WHO = { who: 'ana', reason: 'wrong file' };

onEngines('verify accepts a row that repeats what it said before a correction', (engine) => {
  it('that was withdrawn, and then purged while the row stays', async () => {
    const { store, folder, out, deviations } = await booksToVerify(engine);
    for (const [index, line] of [FIRST, bank({ amount: '190.00' }), AGAIN].entries())
      await feed(store, join(folder, `logs/bank-${index}.ndjson`), [line], NOON);
    await publish(store, out, NOON);
    const source = join(folder, 'logs/bank-1.ndjson');
    const at = instant('2026-11-21T12:00:00Z');
    await withdraw(store, SETTINGS, { ...WHO, source, at, asOf: at, out });
    expect(await deviations({ dates: [] })).toEqual([]);
    const limit = { before: '2026-12-15' };
    await purge(store, SETTINGS, { ...WHO, limit, at: instant('2026-12-20T12:00:00Z') });
    const left = await store.session(async ({ db }) => ({
      withdrawn: await db.selectFrom('withdrawn_records').select('digest').execute(),
      rows: await db.selectFrom('bank_rows').select('digest').execute(),
    }));
    expect(left).toMatchObject({ withdrawn: [], rows: [{}, {}] });
    expect(await deviations({ dates: [] })).toEqual([]);
  });

  it('of a row of another date, as rows of a bank were known before', async () => {
    const { store, folder, deviations } = await booksToVerify(engine);
    const other = bank({ booked_on: '2026-11-21', amount: '5.00' });
    await feed(store, join(folder, 'logs/bank.ndjson'), [FIRST, other], NOON);
    await store.session(async (session) =>
      session.script(`
        insert into bank_rows (logged_at, digest, region, issuer, row_key, row_id, booked_on, booked_on_text, currency,
          amount_minor, amount_text, reference, source_id, line)
        select p.logged_at, md5(p.digest || ' after ' || q.digest)::uuid, p.region, p.issuer, p.row_key, p.row_id,
               p.booked_on, p.booked_on_text, p.currency, p.amount_minor, p.amount_text, p.reference, p.source_id, 3
        from bank_rows p, bank_rows q
        where p.booked_on = '2026-11-20' and q.booked_on = '2026-11-21';
        update sources set accepted = accepted + 1, records = records + 1
        where source_id = (select max(source_id) from bank_rows)`),
    );
    expect(await deviations({ dates: [] })).toEqual([]);
  });
});
