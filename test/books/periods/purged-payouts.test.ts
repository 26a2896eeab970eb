/** Payouts of purged dates stay as they were; what is not of them counts as before. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { feed, instant, publish, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { type Books, type Day, MONDAY, reported, TUESDAYS } from '../run/reported-books.ts';
import { asked, deviations, paid, purgeBefore } from './purged-books.ts';

const DECEMBER = '2026-12-01';

onEngines('payouts after a purge', (engine) => {
  it('of a region that was not purged count rows that come', async () => {
    const books = await stated(stating('PO-1', 'BRL', MONDAY, '1'), stating('PO-1', 'EGP', DECEMBER, '2'));
    await purgeThenRead(books, 'EG', stating('PO-1', 'EGP', DECEMBER, '3'));
    expect(await payouts(books)).toEqual([`PO-1 BR ${MONDAY} 1 20000`, `PO-1 EG ${DECEMBER} 2 40000`]);
    expect(await deviations(books)).toEqual([]);
  });

  it('have the rows of all tables, and none of another currency', async () => {
    const books = await stated(stating('PO-2', 'BRL', MONDAY, '1'), stating('PO-2', 'EGP', DECEMBER, '2'));
    const columns = ['order_no', 'type', 'currency', 'gross', 'settled_on', 'payout_id'];
    const own = { kind: 'statement', columns: Object.fromEntries(columns.map((name) => [name, name])) };
    const { map } = parseSettings({ map: { sales: own, fees: own } });
    const rows = {
      sales: `NOBODYS003,payment,BRL,200.00,${MONDAY},PO-1`,
      fees: `,fee,BRL,1.00,${DECEMBER},PO-1`,
    };
    for (const [name, row] of Object.entries(rows)) {
      const path = join(books.out, `../logs/${name}.csv`);
      writeFileSync(path, `${columns.join(',')}\r\n${row}\r\n`);
      const readAt = instant('2026-12-01T12:00:00Z');
      const [source] = await ingest(books.store, { ...SETTINGS, map }, { paths: [path], readAt });
      expect(source).toMatchObject({ accepted: 1, rejected: 0 });
    }
    await books.reconcile(DECEMBER as Day, '2026-12-01T13:00:00Z');
    const before = await payouts(books);
    expect(before).toEqual([
      `PO-1 BR ${DECEMBER} 2 19900`,
      `PO-2 BR ${MONDAY} 1 20000`,
      `PO-2 EG ${DECEMBER} 1 20000`,
    ]);
    const purged = await purgeBefore(books.store, DECEMBER, { at: '2026-12-01T14:00:00Z' });
    expect(purged.statementRows).toBe(1);
    await publish(books.store, books.out, '2026-12-02T06:00:00Z', { dates: [DECEMBER], region: 'BR' });
    expect(await payouts(books)).toEqual(before);
    expect(await deviations(books)).toEqual([]);
  });

  it('take what the bank books later, if it booked nothing before', async () => {
    const books = await stated(
      stating('PO-1', 'BRL', MONDAY, '1'),
      stating('PO-2', 'BRL', MONDAY, '2'),
      booking('2026-11-17', '200.00', 'PO-2'),
    );
    await purgeThenRead(books, 'BR', booking(DECEMBER, '200.00', 'PO-1'), booking(DECEMBER, '1.00', 'PO-2'));
    const after = [
      ` BR 0 100 ${DECEMBER}`,
      `PO-1 BR ${MONDAY} 1 20000 20000 ${DECEMBER}`,
      `PO-2 BR ${MONDAY} 1 20000 20000 2026-11-17`,
    ];
    expect(await payouts(books)).toEqual(after);
    await purgeThenRead(books, 'BR', booking(DECEMBER, '2.00', 'PO-1'));
    expect(await payouts(books)).toEqual([after[0], ` BR 0 200 ${DECEMBER}`, ...after.slice(1)]);
  });

  it('do not take the bank row of another payout when their own is gone', async () => {
    const books = await stated(
      ...['1', '2'].map((order) => stating(`PO-${order}`, 'BRL', '2026-10-31', order)),
      booking('2026-10-30', '200.00', 'PO-1'),
      booking('2026-11-01', '200.00', 'transfer'),
    );
    const before = await payouts(books);
    expect(before).toEqual([
      'PO-1 BR 2026-10-31 1 20000 20000 2026-10-30',
      'PO-2 BR 2026-10-31 1 20000 20000 2026-11-01',
    ]);
    await purgeThenRead(books, 'BR');
    expect(await payouts(books)).toEqual(before);
  });

  async function stated(...rows: string[]): Promise<Books> {
    const order = [asked(MONDAY, 'MONDAY0001', 'M1'), paid(MONDAY, 'MONDAY0001', 'M1')];
    const books = await reported(engine, ...order, TUESDAYS);
    await feed(books.store, join(books.out, '../logs/stated.ndjson'), rows, '2026-12-01T12:00:00Z');
    await books.reconcile(MONDAY, '2026-12-01T12:30:00Z');
    return books;
  }

  async function purgeThenRead({ store, out }: Books, region: string, ...rows: string[]) {
    await purgeBefore(store, DECEMBER, { at: '2026-12-01T14:00:00Z' });
    if (rows.length > 0) await feed(store, join(out, '../logs/later.ndjson'), rows, '2026-12-01T15:00:00Z');
    await publish(store, out, '2026-12-02T06:00:00Z', { dates: [DECEMBER], region });
  }

  async function payouts({ store }: Books): Promise<string[]> {
    const query = sql<{ row: string }>`
      select concat_ws(' ', payout_id, region, settled_on, rows, net_minor, bank_minor, booked_on) as row
      from payout_rows where until_run is null order by 1`;
    return store.session(async ({ db }) => (await query.execute(db)).rows.map(({ row }) => row));
  }
});

function stating(payout: string, currency: string, settled: string, order: string): string {
  return `{"statement":{"order_no":"NOBODYS00${order}","currency":"${currency}","gross":"200.00","settled_on":"${settled}","payout_id":"${payout}"}}`;
}

function booking(date: string, amount: string, reference: string): string {
  return `{"bank":{"booked_on":"${date}","currency":"BRL","amount":"${amount}","reference":"${reference}"}}`;
}
