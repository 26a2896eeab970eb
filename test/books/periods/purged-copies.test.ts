/** That a record came by several sources is forgotten with the record. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { feed } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { MONDAY, reported, TUESDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';
import { asked, deviations, paid, purgeBefore } from './purged-books.ts';

const DECEMBER = '2026-12-01';

onEngines('a purge of records that came by several sources', (engine) => {
  it('leaves no copy of what goes, and those of what stays', async () => {
    const books = await reported(engine, TUESDAYS);
    const stated = (order: string, date: string) =>
      `{"statement":{"order_no":"${order}","type":"payment","currency":"BRL","gross":"1.00","settled_on":"${date}"}}`;
    const booked = (date: string) =>
      `{"bank":{"booked_on":"${date}","currency":"BRL","amount":"1.00","reference":"PO-1"}}`;
    const unsigned = (date: typeof MONDAY | typeof WEDNESDAY) =>
      paid(date, 'UNSIGNED01', 'X1').replace('"verified":true', '"verified":false');
    const old = [
      asked(MONDAY, 'MONDAY0001', 'M1'),
      ...[stated('NOBODYS001', MONDAY), booked('2026-09-16'), unsigned(MONDAY)],
    ];
    const recent = [stated('NOBODYS002', DECEMBER), booked(DECEMBER)];
    for (const [name, at] of [
      ['once', `${MONDAY}T14:00:00Z`],
      ['again', `${TUESDAY}T14:00:00Z`],
    ] as const)
      await feed(books.store, join(books.out, `../logs/${name}.ndjson`), [...old, ...recent, name], at);
    const copies = () =>
      books.store.session(async ({ db }) => {
        const { rows } = await sql<{ row: string }>`
          select distinct kind || ' ' || order_no as row from record_copies order by 1`.execute(db);
        return rows.map(({ row }) => row);
      });
    const stay = ['bank ', 'statement NOBODYS002'];
    const all = [...stay, 'callback UNSIGNED01', 'pay-in MONDAY0001', 'statement NOBODYS001'];
    expect(await copies()).toEqual(all.sort());
    await books.reconcile(WEDNESDAY, '2026-12-02T06:00:00Z');
    const went = { statementRows: 1, bankRows: 1, unverified: 1 };
    expect(await purgeBefore(books.store, DECEMBER, { at: '2026-12-12T12:00:00Z' })).toMatchObject(went);
    expect(await copies()).toEqual(stay);
    const banks = await books.store.session(({ db }) =>
      db.selectFrom('record_copies').select('source_id').where('kind', '=', 'bank').execute(),
    );
    expect(banks).toHaveLength(2);
    expect(await deviations(books)).toEqual([]);
  });
});
