import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import type { Fault } from '../../../src/errors.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, read, rejects, write } from '../reading.ts';

type Table = Exclude<NonNullable<SettingsInput['map']>[string], string>;

const PORTAL: Table = {
  kind: 'statement',
  columns: {
    Lancamento: 'row_id',
    Pedido: 'order_no',
    Transacao: 'trade_no',
    Tipo: 'type',
    Valor: 'gross',
    Tarifa: 'fee',
    Liquido: 'net',
    Situacao: 'status',
    Data: 'completed_at',
    Liquidado: 'settled_on',
    Repasse: 'payout_id',
    Cliente: 'ignore',
  },
  values: { currency: 'BRL' },
  decimal: ',',
  group: '.',
  times: 'dd/MM/yyyy HH:mm:ss',
  words: { status: { Pago: 'paid', Falhou: 'failed' }, type: { Venda: 'payment', Estorno: 'refund' } },
};
const HEAD = 'Lancamento;Pedido;Transacao;Tipo;Valor;Tarifa;Liquido;Situacao;Data;Liquidado;Repasse;Cliente';

function settings(table: Table = PORTAL, others: SettingsInput = {}) {
  return parseSettings({ map: { portal: table }, ...others });
}

async function statements(store: Store): Promise<string[]> {
  const { rows } = await store.session(({ db }) =>
    sql<Record<string, string | null>>`
      select issuer, coalesce(row_id, '-') as row_id, order_no, coalesce(trade_no, '-') as trade_no, region, type, status,
             gross_minor, fee_minor, net_minor, completed_at, offset_source, settled_on, payout_id
      from statements order by line, logged_at, digest`.execute(db),
  );
  return rows.map((row) =>
    Object.values(row)
      .map((value) => value ?? '-')
      .join(' '),
  );
}

async function bankRows(store: Store): Promise<string[]> {
  const { rows } = await store.session(({ db }) =>
    sql<Record<string, string | null>>`
      select issuer, coalesce(row_id, '-') as row_id, region, booked_on, currency, amount_minor, reference
      from bank_rows order by line, logged_at, digest`.execute(db),
  );
  return rows.map((row) =>
    Object.values(row)
      .map((value) => value ?? '-')
      .join(' '),
  );
}

onEngines('statements of the provider', (engine) => {
  it('are read from CSV by the settings of their table', async () => {
    const store = await engine.emptied();
    const path = write(
      temporaryFolder(),
      'portal-2026-11.csv',
      lines(
        HEAD,
        'L1;P1;T1;Venda;1.234,56;12,35;1.222,21;Pago;19/11/2026 10:05:00;20/11/2026;R1;Maria',
        'L2;P1;T1;Estorno;-100,00;;-100,00;Pago;20/11/2026 08:00:00;21/11/2026;R2;Maria',
        'L3;P2;;Ajuste;5,00;-1,00;4,00;Aberto;19/11/2026 11:00:00;;;',
        'L4;;;Venda;5,00;;;Pago;19/11/2026 11:00:00;;;',
        'L5;P5;;Venda;5,00;;;Pago;;;;',
      ),
    );
    const [result] = await read(store, [path], { settings: settings() });
    expect(counts(result!)).toBe('5 = 3 + 0 + 2');
    expect(await statements(store)).toEqual([
      'portal L1 P1 T1 BR payment paid 123456 1235 122221 2026-11-19 13:05:00+00 region 2026-11-20 R1',
      'portal L2 P1 T1 BR refund paid 10000 - -10000 2026-11-20 11:00:00+00 region 2026-11-21 R2',
      'portal L3 P2 - BR other unknown 500 100 400 2026-11-19 14:00:00+00 region - -',
    ]);
    expect((await rejects(store)).map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '5 no_statement_key',
      '6 no_statement_time',
    ]);
    const { rows } = await store.session(({ db }) =>
      sql`select * from source_coverage union all select source_id, kind, region, last_at, records from record_counts order by kind`.execute(
        db,
      ),
    );
    // Of the counts, only the payment has one.
    expect(rows).toHaveLength(2);
  });

  it('are read from workbooks and NDJSON, and count what was read before as duplicates', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const said = '"row_id":"L1","order_no":"P1","gross":1234.56,"currency":"BRL"';
    const log = write(
      folder,
      'a.ndjson',
      lines(
        `{"statement":{${said},"completed_at":"2026-11-19T10:05:00"}}`,
        `{"statement":{"order_no":"P2","currency":"BRL","gross":"7.5","settled_on":"2026-11-20"}}`,
      ),
    );
    const flat = write(folder, 'b.log', lines(`{${said},"completed_at":"2026-11-19T10:05:00"}`));
    const workbook = write(
      folder,
      'portal.xlsx',
      await madeWorkbook({
        sheets: [
          { name: 'Resumo', rows: row(1, 'Total', 1242.06) },
          {
            name: 'Vendas',
            rows:
              row(1, 'Lancamento', 'Pedido', 'Valor', 'Data', 'Liquidado') +
              row(2, 'L1', 'P1', 1234.56, '19/11/2026 10:05:00', '') +
              row(3, '', 'P2', 7.5, '', '20/11/2026'),
          },
        ],
      }),
    );
    const results = [
      ...(await read(store, [log], { settings: settings() })),
      ...(await read(store, [flat], { settings: settings(), kind: 'statement' })),
      ...(await read(store, [workbook], { settings: settings({ ...PORTAL, sheet: 'Vendas' }) })),
    ];
    expect(results.map(counts)).toEqual(['2 = 2 + 0 + 0', '1 = 0 + 1 + 0', '2 = 0 + 2 + 0']);
    expect(await statements(store)).toEqual([
      'statement L1 P1 - BR payment paid 123456 - - 2026-11-19 13:05:00+00 region - -',
      'statement - P2 - BR payment paid 750 - - - none 2026-11-20 -',
    ]);
  });

  it('keep equal rows apart by their occurrence, and corrections by their row_id', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const same = ';P1;T1;Venda;5,00;;;Pago;19/11/2026 10:05:00;;;';
    const first = write(
      folder,
      'portal-1.csv',
      lines(HEAD, same, same, 'L1;P2;;Venda;1,00;;;Pago;19/11/2026 10:05:00;;;'),
    );
    const second = write(
      folder,
      'portal-2.csv',
      lines(HEAD, 'L1;P2;;Venda;2,00;;;Pago;19/11/2026 10:05:00;;;', same, same, same),
    );
    const results = [
      ...(await read(store, [first], { settings: settings() })),
      ...(await read(store, [second], { settings: settings() })),
    ];
    expect(results.map(counts)).toEqual(['3 = 3 + 0 + 0', '4 = 2 + 2 + 0']);
    expect((await statements(store)).map((row) => row.split(' ').slice(1, 3).join(' ')).sort()).toEqual([
      '- P1',
      '- P1',
      '- P1',
      'L1 P2',
      'L1 P2',
    ]);
    const { rows } = await store.session(({ db }) =>
      sql`select row_key from statements where row_id is not null`.execute(db),
    );
    expect(rows).toEqual([{ row_key: 'L1' }, { row_key: 'L1' }]);
  });

  it('are refused without a column for their order and for their time', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'portal.csv', lines('Valor;Tarifa', '1,00;0,10'));
    const fault = await read(store, [path], { settings: settings() }).catch((error: Fault) => error);
    expect(fault).toMatchObject({
      code: 'SOURCE_STATEMENT',
      detail: {
        found:
          'no column for the order or payout of a row, and for its time or date, of 2 columns: Valor; Tarifa',
      },
    });
    expect(await statements(store)).toEqual([]);
  });

  it('are read in the zone and unit of their table', async () => {
    const store = await engine.emptied();
    const table: Table = { ...PORTAL, unit: 'minor', zone: 'Asia/Shanghai' };
    const path = write(
      temporaryFolder(),
      'portal.csv',
      lines('Pedido;Valor;Tarifa;Liquido;Data', 'P1;1234;-10;1224;19/11/2026 21:05:00'),
    );
    await read(store, [path], { settings: settings(table) });
    expect(await statements(store)).toEqual([
      'portal - P1 - BR payment paid 1234 10 1224 2026-11-19 13:05:00+00 region - -',
    ]);
  });
});

onEngines('account statements of the bank', (engine) => {
  it('are read, with the sign of their amounts and without what may be of a person', async () => {
    const store = await engine.emptied();
    const table: Table = {
      kind: 'bank',
      columns: { Data: 'booked_on', Valor: 'amount', Historico: 'reference', Doc: 'row_id' },
      values: { currency: 'BRL' },
      decimal: ',',
      times: 'dd/MM/yyyy',
    };
    const text = lines(
      'Data;Valor;Historico;Doc',
      '20/11/2026;1222,21;REPASSE R1;D1',
      '20/11/2026;-5,00;PIX Maria Souza 123.456.789-09;D2',
      'sem data;1,00;R2;D3',
    );
    const path = write(temporaryFolder(), 'extrato.csv', text);
    const [result] = await read(store, [path], { settings: parseSettings({ map: { extrato: table } }) });
    expect(counts(result!)).toBe('3 = 2 + 0 + 1');
    expect(await bankRows(store)).toEqual([
      'extrato D1 BR 2026-11-20 BRL 122221 REPASSE R1',
      'extrato D2 BR 2026-11-20 BRL -500 PIX *',
    ]);
    const log = write(
      temporaryFolder(),
      'bank.ndjson',
      lines('{"bank":{"booked_on":"2026-11-20","amount":10,"currency":"EGP","reference":"R9"}}'),
    );
    await read(store, [log]);
    expect(await bankRows(store)).toContain('bank - EG 2026-11-20 EGP 1000 R9');
  });
});
