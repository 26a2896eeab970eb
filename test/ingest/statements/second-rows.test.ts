/** Files whose rows would count twice, because their map has changed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { judgeNow } from '../../../src/books/run/judge-as-of.ts';
import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import type { Fault } from '../../../src/errors.ts';
import { readSources } from '../../../src/ingest/read-sources.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings, SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, READ_AT, read, write } from '../reading.ts';

type Table = Exclude<NonNullable<SettingsInput['map']>[string], string>;

const COLUMNS = { id: 'ignore', pedido: 'order_no', valor: 'gross', data: 'settled_on', repasse: 'ignore' };
const PORTAL: Table = { kind: 'statement', columns: COLUMNS, values: { currency: 'BRL' } };
const CSV = lines('id,pedido,valor,data,repasse', 'L1,A,1.00,2026-11-19,PO-1', 'L2,B,2.00,2026-11-19,PO-1');

const mapped = (columns: object = {}, others: object = {}, name = 'portal'): Settings =>
  parseSettings({
    map: { [name]: { ...PORTAL, columns: { ...COLUMNS, ...columns }, ...others } },
  } as SettingsInput);

async function rowsOf(store: Store): Promise<number> {
  const { rows } = await store.session(({ db }) =>
    sql<{ n: number }>`
      select (select count(*) from statements)::int + (select count(*) from bank_rows)::int as n`.execute(db),
  );
  return rows[0]!.n;
}

/** The amounts that count. */
async function countingOf(store: Store, settings: Settings, kind: 'statement' | 'bank'): Promise<string[]> {
  await judgeNow(store, settings, READ_AT);
  const rows = await store.session(({ db }) =>
    kind === 'bank'
      ? db.selectFrom('payout_rows').select('bank_minor as minor').where('until_run', 'is', null).execute()
      : db
          .selectFrom('statement_rows')
          .select('gross_minor as minor')
          .where('until_run', 'is', null)
          .execute(),
  );
  return rows.map(({ minor }) => String(minor));
}

const takeBack = (store: Store, source: string) =>
  withdraw(store, parseSettings({}), {
    ...{ source, reason: 'read by another map', who: 'ana', asOf: READ_AT, at: READ_AT },
    out: temporaryFolder(),
  });

const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => expect.unreachable(),
    (error: Fault) => error,
  ) as Promise<Fault>;

onEngines('a file that is read again by a map that makes other rows of it', (engine) => {
  it.each([
    ['a payout', { repasse: 'payout_id' }],
    ['a row_id', { id: 'row_id' }],
    ['another identifier of the order', { pedido: 'trade_no' }],
  ])('is refused, as a dry run says: %s', async (_name, columns) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', CSV);
    await read(store, [path], { settings: mapped() });
    const fault = await faultOf(read(store, [path], { settings: mapped(columns) }));
    expect(fault).toMatchObject({
      code: 'SOURCE_READ_OTHERWISE',
      detail: {
        where: path,
        found: `2 rows that the same bytes did not give before, as ${path}: both would count`,
        remedy:
          'If the settings are right now, withdraw what was read before, then read the file again:\n' +
          `payin-recon withdraw ${path} --reason "read by other settings"`,
      },
    });
    expect(await faultOf(read(store, [path], { settings: mapped(columns), dryRun: true }))).toMatchObject({
      detail: fault.detail,
    });
    expect(await rowsOf(store)).toBe(2);
    await takeBack(store, path);
    expect((await read(store, [path], { settings: mapped(columns) })).map(counts)).toEqual(['2 = 2 + 0 + 0']);
    expect(await rowsOf(store)).toBe(2);
    expect((await read(store, [path], { settings: mapped(columns) })).map(counts)).toEqual(['unchanged']);
  });

  it('is refused under another name, and in a table with another name', async () => {
    const store = await engine.emptied();
    const first = write(temporaryFolder(), 'portal.csv', CSV);
    await read(store, [first], { settings: mapped() });
    const second = write(temporaryFolder(), 'nov.csv', CSV);
    const settings = mapped({ repasse: 'payout_id' }, {}, 'nov');
    expect((await faultOf(read(store, [second], { settings }))).detail).toMatchObject({
      ...{ where: second, found: expect.stringContaining(`as ${first}`) },
    });
  });

  it('is refused if it is of a bank', async () => {
    const store = await engine.emptied();
    const text = lines('doc,data,valor,hist', '77,2026-11-20,5.00,PO-1', '78,2026-11-20,5.00,PO-2');
    const path = write(temporaryFolder(), 'banco.csv', text);
    const bank = (doc: string, hist: string) =>
      parseSettings({
        map: {
          banco: {
            ...{ kind: 'bank', columns: { doc, data: 'booked_on', valor: 'amount', hist } },
            values: { currency: 'BRL' },
          },
        },
      } as SettingsInput);
    await read(store, [path], { settings: bank('ignore', 'ignore') });
    for (const settings of [bank('ignore', 'reference'), bank('row_id', 'ignore')])
      expect(await faultOf(read(store, [path], { settings }))).toMatchObject({
        code: 'SOURCE_READ_OTHERWISE',
      });
    expect(await rowsOf(store)).toBe(2);
  });

  it('is refused where another file brought its rows first, and both are named', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const week = write(folder, 'portal-week.csv', CSV);
    const month = write(folder, 'portal-month.csv', `${CSV}\n`);
    await read(store, [week, month], { settings: mapped() });
    const settings = mapped({ repasse: 'payout_id' });
    const { remedy } = (await faultOf(read(store, [month], { settings }))).detail;
    expect(remedy!.split('\n').slice(1)).toEqual(
      [month, week].map((name) => `payin-recon withdraw ${name} --reason "read by other settings"`),
    );
    await takeBack(store, month);
    await takeBack(store, week);
    expect((await read(store, [week, month], { settings })).map(counts)).toEqual([
      '2 = 2 + 0 + 0',
      '2 = 0 + 2 + 0',
    ]);
  });

  it('keeps no other file from being read', async () => {
    const folder = temporaryFolder();
    const store = await engine.emptied();
    const path = write(folder, 'portal-1.csv', CSV);
    await read(store, [path], { settings: mapped() });
    write(folder, 'portal-2.csv', CSV.replaceAll('L', 'M').replace('A', 'C').replace('B', 'D'));
    const settings = parseSettings({
      map: { portal: { ...PORTAL, columns: { ...COLUMNS, repasse: 'payout_id' } } },
      ingest: { folders: [folder] },
    } as SettingsInput);
    const request = { readAt: READ_AT, workingDirectory: folder };
    const { sources, faults } = await readSources(store, settings, request);
    expect(faults.map(({ code }) => code)).toEqual(['SOURCE_READ_OTHERWISE']);
    expect(sources[0]!.results.map(counts)).toEqual(['2 = 2 + 0 + 0']);
  });
});

onEngines('a file that is read again', (engine) => {
  it('is read if its lines were rejected before, or its rows are the same', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', CSV);
    const by = async (settings: Settings) => (await read(store, [path], { settings })).map(counts);
    expect(await by(mapped({}, { times: 'dd/MM/yyyy' }))).toEqual(['2 = 0 + 0 + 2']);
    expect(await by(mapped({ id: 'row_id' }))).toEqual(['2 = 2 + 0 + 0']);
    expect(await by(mapped({ id: 'row_id' }, { words: { status: { Pago: 'paid' } } }))).toEqual([
      '2 = 0 + 2 + 0',
    ]);
    expect(await by(mapped({ id: 'row_id', repasse: 'payout_id' }))).toEqual(['2 = 2 + 0 + 0']);
  });

  it('is read if other rows of it were read before', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', CSV);
    const odd = CSV.replace('2026-11-19,PO-1\nL2', 'soon,PO-1\nL2');
    expect(odd).not.toBe(CSV);
    const other = write(temporaryFolder(), 'portal-odd.csv', odd);
    await read(store, [other], { settings: mapped() });
    expect((await read(store, [path], { settings: mapped({ repasse: 'payout_id' }) })).map(counts)).toEqual([
      '2 = 2 + 0 + 0',
    ]);
  });

  it('is read for each sheet of a workbook', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const sheet = (name: string, order: string) => ({
      name,
      rows: row(1, 'pedido', 'valor', 'data') + row(2, order, '1.00', '2026-11-19'),
    });
    const book = await madeWorkbook({ sheets: [sheet('one', 'A'), sheet('two', 'B')] });
    const path = write(folder, 'book.xlsx', book);
    const source = (name: string) => ({
      ...{ name, paths: [path], kind: 'statement', sheet: name, quietSeconds: 0 },
      ...{ columns: { pedido: 'order_no', valor: 'gross', data: 'settled_on' }, values: { currency: 'BRL' } },
    });
    const settings = parseSettings({ sources: [source('one'), source('two')] } as SettingsInput);
    const { faults } = await readSources(store, settings, { readAt: READ_AT, workingDirectory: folder });
    expect(faults).toEqual([]);
    expect(await rowsOf(store)).toBe(2);
  });

  it.each([
    ['a statement, of a sheet of a workbook', 'statement', 'xlsx'],
    ['a statement, of a file that another table has too', 'statement', 'csv'],
    ['a bank, of a sheet of a workbook', 'bank', 'xlsx'],
    ['a bank, of a file that another table has too', 'bank', 'csv'],
  ] as const)('takes back a correction of a row of %s', async (_name, kind, format) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const [value, date] = kind === 'bank' ? ['amount', 'booked_on'] : ['gross', 'settled_on'];
    const source = (name: string, at: string) => ({
      ...{ name, paths: [at], kind, quietSeconds: 0, ...(format === 'csv' ? {} : { sheet: name }) },
      // Equal rows of two tables are one row.
      columns: {
        ...{ id: 'row_id', valor: value, data: date },
        pedido: kind === 'statement' ? 'order_no' : name === 'one' ? 'ignore' : 'reference',
        taxa: kind === 'statement' && name === 'two' ? 'fee' : 'ignore',
      },
      values: { currency: 'BRL' },
    });
    // A file of the same bytes under the same name is read by one table only.
    const paths = ['one', format === 'csv' ? 'two' : 'one'].map((name) => join(folder, `${name}.${format}`));
    const settings = parseSettings({
      sources: [source('one', paths[0]!), source('two', paths[1]!)],
    } as SettingsInput);
    for (const [at, amount] of ['100.00', '90.00', '100.00'].entries()) {
      const head = ['id', 'pedido', 'valor', 'data', 'taxa'];
      const corrected = ['R1', 'A', amount, '2026-11-19', '1.00'];
      const other = [`S${at}`, `B${at}`, '1.00', '2026-11-19', '0.01'];
      const sheets = [
        { name: 'one', rows: row(1, ...head) + row(2, ...other) },
        { name: 'two', rows: row(1, ...head) + row(2, ...corrected) },
      ];
      const csv = () => lines(head.join(), corrected.join(), other.join());
      for (const path of paths)
        writeFileSync(path, format === 'csv' ? csv() : await madeWorkbook({ sheets }));
      const request = { readAt: READ_AT, workingDirectory: folder };
      const { faults } = await readSources(store, settings, request);
      expect(faults).toEqual([]);
    }
    const amounts = (await countingOf(store, settings, kind)).filter((amount) => amount !== '100');
    expect(amounts).toEqual(format === 'csv' ? ['10000', '10000'] : ['10000']);
  });

  it('is read for sheets of pay-ins and of callbacks, of which nothing is said', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const at = '2026-11-19T10:05:00Z';
    const order = { orderNo: 'ORDER00001', 'money.amount': '100', 'money.currency': 'BRL' };
    const asked = { ...order, 'merchant.merchantId': 'M1' };
    const paid = { ...order, merchantId: 'M1', tradeNo: 'T1', status: 'SUCCESS' };
    const sheet = (name: string, path: string, cells: Readonly<Record<string, string>>, time: string) => ({
      name,
      rows:
        row(1, ...Object.keys(cells).map((field) => `${path}.${field}`), time) +
        row(2, ...Object.values(cells), at),
    });
    const sheets = [
      sheet('asked', 'request.body', asked, 'request.headers.X-TIMESTAMP'),
      sheet('paid', 'body', paid, 'receivedAt'),
    ];
    const path = write(folder, 'book.xlsx', await madeWorkbook({ sheets }));
    const source = (name: string, kind: string) => ({
      ...{ name, paths: [path], kind, sheet: name, quietSeconds: 0, columns: { '*': 'ignore' } },
    });
    const settings = parseSettings({
      sources: [source('asked', 'pay-ins'), source('paid', 'callbacks')],
    } as SettingsInput);
    const { faults, sources } = await readSources(store, settings, {
      readAt: READ_AT,
      workingDirectory: folder,
    });
    expect(faults).toEqual([]);
    const results = sources.flatMap((source) => source.results);
    expect(results.map(counts)).toEqual(['1 = 1 + 0 + 0', '1 = 1 + 0 + 0']);
    for (const result of results) expect(result).not.toHaveProperty('otherRecords');
  });
});
