import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { purge } from '../../../src/books/periods/purge.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, READ_AT, read, write } from '../reading.ts';

type Table = Exclude<NonNullable<SettingsInput['map']>[string], string>;

const PORTAL: Table = {
  kind: 'statement',
  columns: { Pedido: 'order_no', Valor: 'gross', Situacao: 'status', Data: 'completed_at' },
  values: { currency: 'BRL' },
};
const BANK: Table = {
  kind: 'bank',
  columns: { Data: 'booked_on', Valor: 'amount' },
  values: { currency: 'BRL' },
};

const settings = (portal: Partial<Table> = {}, bank: Partial<Table> = {}) =>
  parseSettings({ map: { portal: { ...PORTAL, ...portal }, bank: { ...BANK, ...bank } } });

const HEAD = 'Pedido,Valor,Situacao,Data';
const FIRST = 'P1,1234,Pago,2026-10-19 10:05:00';

async function stored(store: Store): Promise<Record<string, string[]>> {
  const ask = (query: ReturnType<typeof sql>) =>
    store.session(async ({ db }) =>
      (await query.execute(db)).rows.map((row) => Object.values(row as object).join(' ')),
    );
  return {
    statements: await ask(
      sql`select order_no, status, gross_minor, completed_at from statements order by order_no`,
    ),
    bank: await ask(sql`select booked_on, amount_minor from bank_rows order by booked_on, amount_minor`),
    counts: await ask(sql`select kind, slot_at, records from record_counts order by kind, slot_at`),
    coverage: await ask(
      sql`select distinct on (kind, region) kind, newest_at from source_coverage
          order by kind, region, after_run desc, newest_at desc`,
    ),
  };
}

const untied = (store: Store) =>
  store.session(async ({ db }) => {
    const { rows } = await sql<{ off: number }>`
      select count(*)::int as off from sources s
      where accepted + taken_over - withdrawn_accepted - purged_accepted <>
            (select count(*) from statements x where x.source_id = s.source_id) +
            (select count(*) from bank_rows x where x.source_id = s.source_id)`.execute(db);
    return rows[0]!.off;
  });

onEngines('stored rows of statements', (engine) => {
  it('are read again by corrected settings of their table', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const paths = [
      write(folder, 'portal.csv', lines(HEAD, FIRST)),
      write(folder, 'bank.csv', lines('Data,Valor', '2026-10-20,1234')),
    ];
    await read(store, paths, { settings: settings() });
    expect(await stored(store)).toMatchObject({
      statements: ['P1 unknown 123400 2026-10-19 13:05:00+00'],
      bank: ['2026-10-20 123400'],
    });
    const corrected = settings(
      { unit: 'minor', zone: 'Asia/Shanghai', words: { status: { Pago: 'paid' } } },
      { unit: 'minor' },
    );
    const done = await renormalise(store, corrected, { asOf: READ_AT, startedAt: READ_AT, out: folder });
    expect(done).toMatchObject({ payIns: 0, callbacks: 0, stated: 2 });
    expect(await stored(store)).toEqual({
      statements: ['P1 paid 1234 2026-10-19 02:05:00+00'],
      bank: ['2026-10-20 1234'],
      counts: ['statement 2026-10-19 02:05:00+00 1'],
      coverage: ['bank 2026-10-20 03:00:00+00', 'statement 2026-10-19 02:05:00+00'],
    });
    expect((await read(store, paths, { settings: corrected })).map(counts)).toEqual([
      '1 = 0 + 1 + 0',
      '1 = 0 + 1 + 0',
    ]);
  });

  it('that are no payments have the fees that were given back, which an earlier edition of the rules took for charged', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const head = 'order_no,trade_no,type,gross,fee,net,completed_at';
    const own = settings({ columns: {} });
    const row = (id: string, type: string, fee: string, net: string) =>
      `ORDER00001,${id},${type},100,${fee},${net},2026-10-20 10:00:00`;
    const given = row('T2', 'refund', '-2', '-98');
    await read(store, [write(folder, 'portal-1.csv', lines(head, given))], { settings: own });
    await read(store, [write(folder, 'portal-2.csv', lines(head, row('T3', 'payment', '-2', '102')))], {
      settings: own,
    });
    await read(store, [write(folder, 'portal-3.csv', lines(head, row('T4', 'refund', '2', '-102')))], {
      settings: own,
    });
    const change = (statement: ReturnType<typeof sql>) => store.session(({ db }) => statement.execute(db));
    const asDeduction = row('T5', 'chargeback', '2', '-98');
    await read(store, [write(folder, 'portal-4.csv', lines(head, asDeduction))], { settings: own });
    await change(sql`update statements set fee_minor = 200 where trade_no in ('T2', 'T5')`);
    await change(sql`update sources set reading_rules = 3`);
    const request = { asOf: READ_AT, startedAt: READ_AT, out: folder };
    expect(await renormalise(store, own, request)).toMatchObject({ stated: 2, olderSources: 4 });
    const { rows } = await store.session(({ db }) =>
      sql`select trade_no, fee_minor from statements order by trade_no`.execute(db),
    );
    expect(rows).toEqual([
      { trade_no: 'T2', fee_minor: '-200' },
      { trade_no: 'T3', fee_minor: '-200' },
      { trade_no: 'T4', fee_minor: '200' },
      { trade_no: 'T5', fee_minor: '-200' },
    ]);
  });

  it('of a bank lose numbers of persons that an earlier edition of the rules kept', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const named = settings({}, { columns: { ...BANK.columns, Texto: 'reference' } });
    const rows = [
      ...['Data,Valor,Texto', '2026-10-20,1,PIX PO-1', '2026-10-20,2,PIX x PO-2', '2026-10-20,3,PIX x PO-3'],
      '2026-10-20,4,PIX x PO-4',
    ];
    await read(store, [write(folder, 'bank.csv', lines(...rows))], { settings: named });
    await read(store, [write(folder, 'portal.csv', lines(HEAD, FIRST))], { settings: named });
    const change = (statement: ReturnType<typeof sql>) => store.session(({ db }) => statement.execute(db));
    await change(sql`update bank_rows set reference = 'PIX * CPF:52998224725 PO-2' where line = 3`);
    await change(sql`update bank_rows set reference = 'PIX (11) 98765-4321 PO-3' where line = 4`);
    await change(sql`update bank_rows set reference = 'PIX 29001011234567 PO-4' where line = 5`);
    await change(sql`update sources set reading_rules = 2 where name like '%bank.csv'`);
    // Nothing of it depends on a table of the settings.
    const request = { asOf: READ_AT, startedAt: READ_AT, out: folder };
    expect(await renormalise(store, parseSettings({}), request)).toMatchObject({
      ...{ payIns: 0, callbacks: 0, stated: 3, olderSources: 1 },
    });
    const { rows: kept } = await store.session(({ db }) =>
      sql`select line, reference, amount_minor from bank_rows order by line`.execute(db),
    );
    expect(kept).toEqual([
      { line: '2', reference: 'PIX PO-1', amount_minor: '100' },
      { line: '3', reference: 'PIX * PO-2', amount_minor: '200' },
      { line: '4', reference: 'PIX * PO-3', amount_minor: '300' },
      { line: '5', reference: 'PIX * PO-4', amount_minor: '400' },
    ]);
    expect(await renormalise(store, named, request)).toMatchObject({ stated: 0, olderSources: 0 });
  });

  it('go with their source, unless another source brought them too', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const other = 'P2,5,,2026-10-19 11:00:00';
    await read(
      store,
      [
        write(folder, 'portal-1.csv', lines(HEAD, FIRST, other)),
        write(folder, 'portal-2.csv', lines(HEAD, FIRST)),
        write(folder, 'bank.csv', lines('Data,Valor', '2026-10-20,1234')),
      ],
      { settings: settings() },
    );
    const takeBack = (source: string) =>
      withdraw(store, settings(), {
        ...{ source, who: 'Ana', reason: 'wrong provider', at: READ_AT, asOf: READ_AT, out: folder },
      });
    expect(await takeBack('portal-1.csv')).toMatchObject({ statements: 1, stay: 1 });
    expect((await stored(store))['statements']).toEqual(['P1 unknown 123400 2026-10-19 13:05:00+00']);
    expect((await stored(store))['counts']).toEqual(['statement 2026-10-19 13:05:00+00 1']);
    expect(await takeBack('bank.csv')).toMatchObject({ bankRows: 1 });
    expect(await takeBack('portal-2.csv')).toMatchObject({ statements: 1 });
    expect(await stored(store)).toMatchObject({ statements: [], bank: [], counts: [] });
    expect(await untied(store)).toBe(0);
  });

  it('are purged once they and their payouts are older than the limit', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const paths = [
      write(folder, 'portal.csv', lines(HEAD, FIRST, 'P2,5,,2026-11-19 11:00:00')),
      write(folder, 'bank.csv', lines('Data,Valor', '2026-09-20,1', '2026-10-20,2')),
    ];
    await read(store, paths, { settings: settings() });
    const old = () =>
      purge(store, settings(), {
        ...{ limit: { before: '2026-11-01' }, who: 'Ana', reason: null, at: READ_AT },
      });
    expect(await old()).toMatchObject({ statementRows: 0, bankRows: 0 });
    await reconcileDates(store, settings(), {
      ...{ dates: ['2026-10-19'], asOf: READ_AT, startedAt: READ_AT, out: join(folder, 'reports') },
    });
    expect(await old()).toMatchObject({ statementRows: 1, bankRows: 1 });
    expect(await stored(store)).toMatchObject({
      statements: ['P2 paid 500 2026-11-19 14:00:00+00'],
      bank: ['2026-10-20 200'],
    });
    expect(await untied(store)).toBe(0);
  });
});
