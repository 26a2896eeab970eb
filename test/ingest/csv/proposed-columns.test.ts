/** What a fault of unknown columns says to write, written: the file is read by it. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { describeFault, type Fault } from '../../../src/errors.ts';
import { tableName } from '../../../src/ingest/csv/table-name.ts';
import { readSources } from '../../../src/ingest/read-sources.ts';
import { loadSettings, parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, evidence, READ_AT, read, rejects, write } from '../reading.ts';

/** The lines of a fault that are settings, as a person would paste them. */
function proposed(fault: Fault): string {
  return /^ *(map: .*)$/m.exec(describeFault(fault))![1]!;
}

function pasted(yaml: string): Settings {
  const workingDirectory = temporaryFolder();
  write(workingDirectory, 'payin-recon.yaml', `${yaml}\n`);
  return loadSettings({ workingDirectory, environment: {} });
}

const PEDIDOS = {
  header: 'numero_pedido;loja;valor;moeda;forma_pagamento;criado_em;obs',
  row: '0012345678;M0001;20000;BRL;PIX;2026-11-19 10:05:00-03:00;primeira',
};
const PAID = {
  header: 'Número do Pedido,ID Transação,Loja,Situação,Moeda,Valor Pago,Data Pagamento,Recebido em,cpf',
  row: '0012345678,T1,M0001,SUCCESS,BRL,20000,2026-11-19T10:06:00-03:00,2026-11-19T13:06:01Z,12345678909',
};

onEngines('what is proposed for unknown columns', (engine) => {
  const faultOf = async (paths: readonly string[], settings?: Settings) => {
    const store = await engine.emptied();
    const reading = read(store, paths, settings === undefined ? {} : { settings });
    return (await reading.then(
      () => expect.unreachable(),
      (error) => error,
    )) as Fault;
  };

  it('reads pay-ins of every date, once it is pasted', async () => {
    const folder = temporaryFolder();
    const paths = ['2026-11-18', '2026-11-19'].map((date, at) =>
      write(
        folder,
        `pedidos-${date}.csv`,
        `${PEDIDOS.header}\n${PEDIDOS.row.replace('12345', `12${at}45`)}\n`,
      ),
    );
    const fault = await faultOf(paths);
    const yaml = proposed(fault);
    expect(fault.detail.remedy!.match(/map:/g)).toHaveLength(1);
    expect(parse(yaml)).toEqual({
      map: {
        pedidos: {
          kind: 'pay-ins',
          columns: {
            numero_pedido: 'request.body.orderNo',
            loja: 'request.body.merchant.merchantId',
            valor: 'request.body.money.amount',
            moeda: 'request.body.money.currency',
            forma_pagamento: 'request.body.paymentMethod',
            criado_em: 'sentAt',
            obs: 'ignore',
          },
        },
      },
    });
    const store = await engine.emptied();
    const results = await read(store, paths, { settings: pasted(yaml) });
    expect(results.map(counts)).toEqual(['1 = 1 + 0 + 0', '1 = 1 + 0 + 0']);
    expect((await evidence(store))['pay_ins']).toMatchObject([
      { merchant_id: 'M0001', region: 'BR', amount_minor: '20000', requested_at: '2026-11-19 13:05:00+00' },
      { order_no: '0012145678' },
    ]);
  });

  it('reads callbacks, whatever the folder and the accents, and no payer', async () => {
    const path = write(temporaryFolder(), 'retorno_20261119.csv', `${PAID.header}\n${PAID.row}\n`);
    const yaml = proposed(await faultOf([path]));
    expect(yaml).toContain('cpf: ignore');
    const store = await engine.emptied();
    expect((await read(store, [path], { settings: pasted(yaml) })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
    expect((await evidence(store))['callbacks']).toMatchObject([
      {
        ...{ order_no: '0012345678', merchant_id: 'M0001', trade_no: 'T1', status: 'SUCCESS' },
        ...{ amount_minor: '20000', completed_at: '2026-11-19 13:06:00+00' },
        received_at: '2026-11-19 13:06:01+00',
      },
    ]);
  });

  it('leads to paths of the one kind only that the other columns, the settings or the command tell', async () => {
    const rest = 'numero_pedido,valor,moeda,data,loja,descrição';
    const paths = async (header: string, settings?: string) => {
      const path = write(temporaryFolder(), 'tabela.csv', `${header}\n`);
      const fault = await faultOf([path], settings === undefined ? undefined : pasted(settings));
      const columns =
        settings === undefined
          ? parse(proposed(fault)).map.tabela.columns
          : parse(/of map:\n((?:.+: \S+\n?)+)/.exec(fault.detail.remedy!)![1]!);
      return Object.values(columns as Record<string, string>);
    };
    const payIn = /^(sentAt|request\.|response\.|ignore)/;
    for (const path of await paths(`response.body.tradeNo,${rest}`)) expect(path).toMatch(payIn);
    for (const path of await paths(rest, 'map: {tabela: {kind: pay-ins}}')) expect(path).toMatch(payIn);
    for (const path of await paths(`body.status,${rest}`))
      expect(path).not.toMatch(/^(sentAt|request|response)/);
  });

  it('ignores nothing while something is missing that an order needs, and says what', async () => {
    const store = await engine.emptied();
    const path = write(
      temporaryFolder(),
      'pedidos.csv',
      'numero_pedido,valor,criado_em,qual\n0012345678,20000,2026-11-19 10:05:00-03:00,M0001\n',
    );
    const fault = await faultOf([path]);
    expect(describeFault(fault)).not.toContain(': ignore');
    expect(fault.detail.remedy).toContain(
      'No column looks like the merchant identifier (request.body.merchant.merchantId), the currency ' +
        '(request.body.money.currency): add to columns which one it is, or the others (qual) to ignore. ' +
        'What is the same on every row and in no column goes into values, as { path: text }.',
    );
    const [text] = proposed(fault).split(' } } }');
    const yaml = `${text}, qual: request.body.merchant.merchantId }, values: { request.body.money.currency: BRL } } }`;
    const again = await engine.emptied();
    expect((await read(again, [path], { settings: pasted(yaml) })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
    expect(await rejects(store)).toEqual([]);
  });

  it('is only what to add to a table of the settings, of which all else stays', async () => {
    const path = write(
      temporaryFolder(),
      'pedidos-1.csv',
      `${PEDIDOS.header}\n${PEDIDOS.row}\nTotal;;;;;;\n`,
    );
    const table = (more: string) => `map:
  pedidos:
    unit: major
    footer: 1
    zone: America/Sao_Paulo
    columns:
      valor: request.body.money.amount
${more}`;
    const { remedy } = (await faultOf([path], pasted(table('')))).detail;
    const [text, ...added] = remedy!.split('\n');
    expect(text).toBe(
      'In payin-recon.yaml, give each of them a path or ignore. Add to columns in the table pedidos of map:',
    );
    expect(added).toContain('obs: ignore');
    const store = await engine.emptied();
    const settings = pasted(table(added.map((line) => `      ${line}\n`).join('')));
    expect((await read(store, [path], { settings })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
    expect((await evidence(store))['pay_ins']).toMatchObject([{ amount_minor: '2000000' }]);
  });

  it('is one entry more where map has others', async () => {
    const path = write(temporaryFolder(), 'pedidos-1.csv', `${PEDIDOS.header}\n${PEDIDOS.row}\n`);
    const { remedy } = (await faultOf([path], pasted('map: { other: { unit: major } }'))).detail;
    const [text, entry] = remedy!.split('\n');
    expect(text).toBe('In payin-recon.yaml, give each of them a path or ignore. Add to map:');
    const settings = pasted(`map:\n  other: { unit: major }\n  ${entry}`);
    const store = await engine.emptied();
    expect((await read(store, [path], { settings })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });

  it('is what to add to the columns of a source', async () => {
    const path = write(temporaryFolder(), 'pedidos-1.csv', `${PEDIDOS.header}\n${PEDIDOS.row}\n`);
    const settings = parseSettings({
      sources: [
        { name: 'shop', paths: [path], quietSeconds: 0, columns: { valor: 'request.body.money.amount' } },
      ],
    });
    const { faults } = await readSources(await engine.emptied(), settings, {
      ...{ readAt: READ_AT, workingDirectory: temporaryFolder() },
    });
    const [text, ...added] = faults[0]!.detail.remedy!.split('\n');
    expect(text).toBe(
      'In payin-recon.yaml, give each of them a path or ignore. Add to columns of the source shop:',
    );
    expect(added).toContain('obs: ignore');
    expect(added.join()).not.toContain('valor');
  });
});

describe('the table of a file', () => {
  it.each([
    ['pedidos.csv', { name: 'pedidos' }],
    ['/var/log/pedidos-2026-11-19.csv.gz', { name: 'pedidos' }],
    ['Pedidos BR_19.11.2026.tsv', { name: 'Pedidos BR' }],
    ['shop2-pedidos-001.csv', { name: 'shop2-pedidos' }],
    ['callbacks-2026-11-19T10.csv', { name: 'callbacks' }],
    ['pedidos20261119.csv', { name: 'pedidos', files: ['pedidos*.csv'] }],
    ['2026-11-19_pedidos.csv', { name: 'pedidos', files: ['*_pedidos.csv'] }],
    ['20261119.csv', { name: 'table', files: ['*.csv'] }],
    ['-', { name: 'table', files: ['-'] }],
  ])('%s is that of its other dates as well', (file, table) => {
    expect(tableName(join(file))).toEqual(table);
  });
});
