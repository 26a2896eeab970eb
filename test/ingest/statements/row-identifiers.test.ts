/** Identifiers of rows that several files share, and rows of which `ingest` says that they are remarkable. */
import { expect, it } from 'vitest';
import { type Session, transaction } from '../../../src/database/store.ts';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { reconcile } from '../../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, READ_AT, read, write } from '../reading.ts';

const SETTINGS = parseSettings({
  map: {
    extrato: {
      kind: 'bank',
      columns: { Documento: 'row_id', Data: 'booked_on', Valor: 'amount', Histórico: 'reference' },
      values: { currency: 'BRL' },
      footer: 'Saldo|TOTAL',
    },
    repasse: {
      kind: 'statement',
      columns: {
        ...{
          Linha: 'row_id',
          Pedido: 'order_no',
          Tipo: 'type',
          Valor: 'gross',
          Tarifa: 'fee',
          Líquido: 'net',
        },
        ...{ Data: 'settled_on', Repasse: 'payout_id' },
      },
      values: { currency: 'BRL' },
      words: { type: { Venda: 'payment', Estorno: 'refund', Mensalidade: 'fee', Taxa: 'fee' } },
    },
  },
});

const BANK = 'Documento,Data,Valor,Histórico';
const STATEMENT = 'Linha,Pedido,Tipo,Valor,Tarifa,Líquido,Data,Repasse';

/** What the bank booked beside any payout. */
async function booked(session: Session): Promise<string[]> {
  await transaction(session, () => reconcile(session, SETTINGS, { asOf: READ_AT, startedAt: READ_AT }));
  const rows = await session.db
    .selectFrom('payout_rows')
    .select(['booked_on', 'bank_minor'])
    .where('until_run', 'is', null)
    .orderBy('booked_on')
    .orderBy('bank_minor')
    .execute();
  return rows.map(({ booked_on, bank_minor }) => `${booked_on} ${bank_minor}`);
}

onEngines('rows of a bank with one identifier on every date', (engine) => {
  const [first, second] = ['000000,2026-11-20,500.00,PIX', '000000,2026-11-23,700.00,PIX'];
  const corrected = '000000,2026-11-23,710.00,PIX';
  const FILES: Readonly<Record<string, string>> = {
    '20': lines(BANK, first),
    '23': lines(BANK, second),
    month: lines(BANK, first, second),
  };

  it.each([
    ['part', 'rest', 'month'],
    ['rest', 'part', 'month'],
    ['month', 'part', 'rest'],
    ['part', 'month', 'rest'],
  ])('all count where files are cut within a date, read in the order %s, %s, %s', async (...names) => {
    const third = '000000,2026-11-20,600.00,TED';
    const files: Readonly<Record<string, string>> = {
      part: lines(BANK, first),
      rest: lines(BANK, third, second),
      month: lines(BANK, first, third, second),
    };
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await store.session(async (session) => {
      for (const name of names)
        await read(store, [write(folder, `extrato-${name}.csv`, files[name]!)], { settings: SETTINGS });
      expect(await booked(session)).toEqual(['2026-11-20 50000', '2026-11-20 60000', '2026-11-23 70000']);
    });
  });

  it('all count also where two of a date are equal', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'extrato.csv', lines(BANK, first, first, second));
    expect((await read(store, [path], { settings: SETTINGS })).map(counts)).toEqual(['3 = 3 + 0 + 0']);
  });

  it.each([
    ['20', '23', 'month'],
    ['month', '20', '23'],
    ['23', 'month', '20'],
  ])('all count, read in the order %s, %s, %s; one of its own date is a correction', async (...names) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await store.session(async (session) => {
      for (const name of names) {
        await read(store, [write(folder, `extrato-${name}.csv`, FILES[name]!)], { settings: SETTINGS });
        await booked(session);
      }
      expect(await booked(session)).toEqual(['2026-11-20 50000', '2026-11-23 70000']);
      await read(store, [write(folder, 'extrato-24.csv', lines(BANK, corrected))], { settings: SETTINGS });
      expect(await booked(session)).toEqual(['2026-11-20 50000', '2026-11-23 71000']);
    });
  });
});

onEngines('rows that a person should know of', (engine) => {
  const said = async (files: Readonly<Record<string, string>>) => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const texts: string[] = [];
    for (const [name, text] of Object.entries(files)) {
      const results = await read(store, [write(folder, name, text)], { settings: SETTINGS });
      texts.push(
        `${counts(results[0]!)}${ingestText(results).replaceAll(`${folder}/`, '').split('\n').slice(1).join()}`,
      );
    }
    return texts;
  };

  it('take the place of rows of other orders, where each file counts its lines', async () => {
    const day = (date: string, ...orders: string[]) =>
      lines(STATEMENT, ...orders.map((order, at) => `${at + 1},${order},Venda,10.00,,,${date},`));
    expect(
      await said({
        'repasse-19.csv': day('2026-11-19', 'P1', 'P2', 'P3'),
        'repasse-20.csv': day('2026-11-20', 'P4', 'P2', 'P6', 'P7'),
        'repasse-20-again.csv': lines(day('2026-11-20', 'P4', 'P2', 'P6', 'P7'), ''),
      }),
    ).toEqual([
      '3 = 3 + 0 + 0',
      '4 = 4 + 0 + 0  repasse-20.csv: 2 rows with the row_id of a row of another order in an earlier file, ' +
        'which no longer counts, the first in line 2',
      '4 = 0 + 4 + 0',
    ]);
  });

  it('have the identifier of a row of another date of a bank', async () => {
    const bank = (date: string, more = '1,00') =>
      lines(BANK, `D1,${date},500.00,PIX`, `D2,2026-11-20,${more},PIX`);
    expect(
      await said({
        'extrato-1.csv': bank('2026-11-20', '1.00'),
        'extrato-2.csv': bank('2026-11-23', '1.00'),
        'extrato-3.csv': bank('2026-11-23', '2.00'),
      }),
    ).toEqual([
      '2 = 2 + 0 + 0',
      '2 = 1 + 1 + 0  extrato-2.csv: 1 row with row_id and amount of a row of another date in an earlier file; both count, ' +
        'the first in line 2',
      '2 = 1 + 1 + 0',
    ]);
  });

  it('add to what is paid out, where money that goes back has no sign', async () => {
    expect(
      await said({
        'repasse.csv': lines(
          STATEMENT,
          'A1,P1,Venda,100.00,2.00,98.00,2026-11-20,PO-1',
          'A2,P1,Estorno,50.00,0.00,50.00,2026-11-20,PO-1',
          'A3,,Taxa,,5.00,5.00,2026-11-20,PO-1',
          'A4,,Mensalidade,5.00,,5.00,2026-11-20,PO-1',
          'A5,P1,Estorno,-50.00,,-50.00,2026-11-20,PO-1',
          'A6,,Taxa,,5.00,-5.00,2026-11-20,PO-1',
          'A7,P1,Estorno,10.00,-11.00,1.00,2026-11-20,PO-1',
        ),
      }),
    ).toEqual([
      '7 = 7 + 0 + 0  repasse.csv: 3 rows of refunds, chargebacks or fees with a net that adds to what is paid out, ' +
        'the first in line 3',
    ]);
  });

  it('are taken for the footer, although others follow', async () => {
    const row = (name: string) => `${name},2026-11-20,500.00,PIX ${name}`;
    expect(
      await said({
        'extrato.csv': lines(BANK, row('A'), row('TOTAL EXPRESS'), row('B'), 'Saldo,,1000.00,', 'TOTAL,,1,'),
        'extrato-2.csv': lines(BANK, row('C'), 'Saldo,,500.00,'),
      }),
    ).toEqual([
      '2 = 2 + 0 + 0  extrato.csv: 1 row left out by footer, although rows follow, the first in line 3',
      '1 = 1 + 0 + 0',
    ]);
  });
});
