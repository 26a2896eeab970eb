/** Kept texts of records, and what was read of them, changed in the database: each is found by the digest or by its text. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { feed, NOON, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { booksToVerify } from './books-to-verify.ts';

const statement = (fields: object) => JSON.stringify({ statement: fields });
const bank = (fields: object) => JSON.stringify({ bank: fields });

const PAID = {
  order_no: 'ORDER00001',
  trade_no: 'T1',
  currency: 'BRL',
  completed_at: '2026-11-19T15:00:00Z',
};
/** The same row corrected, and corrected back, in other bytes so that it is read; and two rows that are equal. */
const STATED = ['200.00', '190.00', '200.0'].map((gross) => statement({ ...PAID, row_id: 'R1', gross }));
const EQUAL = [1, 2].map(() => statement({ ...PAID, type: 'fee', fee: '1.00', settled_on: '2026-11-20' }));
const BOOKED = { booked_on: '2026-11-20', currency: 'BRL', amount: '199.00', reference: 'PO-77' };
const BANKED = [bank({ ...BOOKED, row_id: 'B1' }), bank(BOOKED), bank(BOOKED)];

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  callbacks: ['status', 'trade_no', 'amount_text', 'transaction_time_text', 'received_at_text', 'ack'],
  pay_ins: ['trade_no', 'response_code', 'amount_text', 'payment_method', 'account_no'],
  statements: ['trade_no', 'gross_text', 'fee_text', 'row_id', 'settled_on_text', 'payout_id'],
  bank_rows: ['amount_text', 'reference', 'row_id'],
};

const VALUES: Readonly<Record<string, ReadonlyArray<readonly [column: string, value: string]>>> = {
  callbacks: [
    ['completed_at', `'2026-11-01'`],
    ['received_at', `'2026-11-01'`],
    ['amount_minor', '7'],
    ['region', `'EG'`],
  ],
  pay_ins: [
    ['requested_at', `'2026-11-01'`],
    ['expires_at', `'2026-12-01'`],
    ['response_amount_minor', '7'],
  ],
  statements: [
    ['settled_on', `'2026-11-01'`],
    ['completed_at', `'2026-11-01'`],
    ['fee_minor', '7'],
    ['row_key', `'R2'`],
  ],
  bank_rows: [
    ['booked_on', `'2026-11-01'`],
    ['amount_minor', '7'],
    ['row_key', `'R2'`],
  ],
};

onEngines('verify names a record', (engine) => {
  it('of which a kept text was changed, or a value that was read of it', async () => {
    const { store, folder, out, deviations } = await booksToVerify(engine);
    for (const [index, line] of STATED.entries())
      await feed(store, join(folder, `logs/stated-${index}.ndjson`), [line], NOON);
    await feed(store, join(folder, 'logs/equal.ndjson'), [...EQUAL, ...BANKED], NOON);
    await publish(store, out, NOON);
    const execute = (text: string) => store.session((session) => session.script(text));
    const ofRecords = async () =>
      (await deviations({ dates: [] })).filter(({ what }) =>
        /(record|callback|row of a \w+) [0-9a-f-]{36}/.test(what),
      );
    expect(await deviations({ dates: [] })).toEqual([]);
    for (const [table, columns] of Object.entries(TEXTS)) {
      await execute(`create table kept_rows as select * from ${table}`);
      const restore = `delete from ${table}; insert into ${table} select * from kept_rows`;
      for (const column of columns) {
        await execute(`update ${table} set ${column} = coalesce(${column}, '') || '9'`);
        const found = await ofRecords();
        const expected = 'the values of which its digest was made';
        expect(found, column).toContainEqual(expect.objectContaining({ where: 'store', expected }));
        await execute(restore);
      }
      for (const [column, value] of VALUES[table]!) {
        await execute(`update ${table} set ${column} = ${value}`);
        const what = expect.stringMatching(`^${column} of `);
        expect(await ofRecords(), column).toContainEqual(expect.objectContaining({ where: 'store', what }));
        await execute(restore);
      }
      expect(await deviations({ dates: [] })).toEqual([]);
      await execute('drop table kept_rows');
    }
  });
});
