import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Fault } from '../../../src/errors.ts';
import { parseSettings } from '../../../src/settings.ts';
import { onEngines } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, evidence, read, rejects, rowCounts, write } from '../reading.ts';

/** The table of a shop that knows nothing of the interface. */
const PEDIDOS = parseSettings({
  map: {
    pedidos: {
      kind: 'pay-ins',
      columns: {
        numero_pedido: 'request.body.orderNo',
        valor_centavos: 'request.body.money.amount',
        criado_em: 'sentAt',
        obs: 'ignore',
      },
      values: {
        'request.body.merchant.merchantId': 'M0001',
        'request.body.money.currency': 'BRL',
        'request.body.paymentMethod': 'PIX',
      },
    },
  },
});
const BARE = 'orderNo,tradeNo,merchantId,status,money.currency,money.amount,transactionTime';
const ROW = 'ORDER00001,T1,M0001,SUCCESS,BRL,20000,2026-11-19T10:06:00-03:00';

onEngines('a CSV file', (engine) => {
  it('of a shop with its own column names is read by the map of the settings', async () => {
    const store = await engine.emptied();
    const path = write(
      temporaryFolder(),
      'pedidos-2026-11.csv',
      'Numero_Pedido;valor_centavos;criado_em;obs\r\n0012345678;20000;2026-11-19 10:05:00;"dois\r\nlinhas"\r\n',
    );
    const [result] = await read(store, [path], { settings: PEDIDOS });
    expect(counts(result!)).toBe('1 = 1 + 0 + 0');
    expect((await evidence(store))['pay_ins']).toMatchObject([
      {
        order_no: '0012345678',
        merchant_id: 'M0001',
        region: 'BR',
        amount_minor: '20000',
        requested_at: '2026-11-19 10:05:00+00',
        has_response: false,
      },
    ]);
  });

  it('with a map for every file needs no name of a table, and `*` may stand for all that is not read', async () => {
    const store = await engine.emptied();
    const settings = parseSettings({
      map: { pedido: 'orderNo', todos: { files: ['*.csv'], columns: { '*': 'ignore' } } },
    });
    const header = BARE.replace('orderNo', 'PEDIDO');
    const path = write(temporaryFolder(), 'x.csv', `${header},cliente\n${ROW},Maria\n`);
    expect((await read(store, [path], { settings })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });

  it('is told by its first line where its name does not tell', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const table = write(folder, 'export', `\ufeff${BARE}\n${ROW}\n`);
    const log = write(folder, 'lines', `${payInLine()}\n`);
    expect((await read(store, [table, log])).map(counts)).toEqual(['1 = 1 + 0 + 0', '1 = 1 + 0 + 0']);
  });

  it('may be empty, or have a header only, or rows of nothing', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const paths = [
      write(folder, 'a.csv', ''),
      write(folder, 'b.csv', `${BARE}\n`),
      write(folder, 'c.csv', `${BARE}\n,,,,,,\n\n`),
    ];
    expect((await read(store, paths)).map(counts)).toEqual(Array(3).fill('0 = 0 + 0 + 0'));
  });

  it('may hold rows that belong to no order, each told with the line where it begins', async () => {
    const store = await engine.emptied();
    const rows = [
      `"ORDER\n00002",T1,M0001,SUCCESS,BRL,20000,2026-11-19T10:06:00-03:00`,
      'too,few',
      `${ROW},too many`,
      ROW.replace('T1', 'a"b"'),
      ROW.replace('ORDER00001', ''),
      ROW.replace('M0001', ''),
      ROW.replace(/2026.*/, ''),
      ROW,
    ];
    const latin = Buffer.from('\nORDER00003,São,M0001,SUCCESS,BRL,1,2026-11-19T10:06:00-03:00\n', 'latin1');
    const content = Buffer.concat([Buffer.from(`${BARE}\n${rows.join('\n')}`), latin]);
    const [result] = await read(store, [write(temporaryFolder(), 'a.csv', content)]);
    expect(counts(result!)).toBe('9 = 2 + 0 + 7');
    expect((await rejects(store)).map(({ line, reason, detail }) => `${line} ${reason}: ${detail}`)).toEqual([
      '4 bad_row: 2 cells, the header has 7',
      '5 bad_row: 8 cells, the header has 7',
      '6 bad_row: a quote in the middle of a cell',
      '7 no_order_no: absent, empty or no text',
      '8 no_merchant_id: absent, empty or no text',
      '9 no_time: neither receivedAt, nor X-TIMESTAMP, nor transactionTime',
      '11 not_utf8: row of 60 bytes',
    ]);
  });

  it('in Windows’ encoding is read with the setting csv.encoding', async () => {
    const store = await engine.emptied();
    const text = `${BARE},subMerchantId\n${ROW},Loja São João\n`;
    const path = write(temporaryFolder(), 'a.csv', Buffer.from(text, 'latin1'));
    await read(store, [path], { settings: parseSettings({ csv: { encoding: 'windows-1252' } }) });
    expect((await evidence(store))['callbacks']).toMatchObject([{ sub_merchant_id: 'Loja São João' }]);
  });

  it('reads verdicts as databases and people write them', async () => {
    const store = await engine.emptied();
    const verdicts = [
      't',
      'TRUE',
      '1',
      'sim',
      'VERDADEIRO',
      'f',
      'False',
      '0',
      'não',
      'FALSO',
      '',
      'invalid',
    ];
    const rows = verdicts.map(
      (verdict, index) => `${ROW.replace('ORDER00001', `ORDER${10_000 + index}`)},${verdict}`,
    );
    await read(store, [write(temporaryFolder(), 'a.csv', `${BARE},verified\n${rows.join('\n')}`)]);
    expect(
      (await evidence(store))['callbacks']!.map((row) => (row as { verified: unknown }).verified),
    ).toEqual([...Array(5).fill(true), ...Array(5).fill(false), null, false]);
  });

  it.each([
    [
      'unknown columns, with those that are like them',
      'order_no,Money.Amonut,pedido',
      ['order_no (like orderNo)', 'Money.Amonut (like money.amount)', 'pedido'],
    ],
    ['two columns for one value', 'orderNo,body.orderNo,merchantId', ['two columns', 'body.orderNo']],
  ])('keeps nothing where its header has %s', async (_name, header, told) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.csv', `${header}\n1,2,3\n`);
    const fault = await read(store, [path]).catch((error: Fault) => error);
    expect(fault).toMatchObject({ code: 'SOURCE_COLUMNS', detail: { where: `${path}:1` } });
    for (const words of told) expect((fault as Fault).detail.found).toContain(words);
    expect(await rowCounts(store)).toMatchObject({ sources: 0, rejects: 0, callbacks: 0 });
  });

  it('keeps nothing where a quoted cell does not end, and says where it began', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.csv', `${BARE}\n${ROW}\n"${ROW}\n${ROW}\n`);
    await expect(read(store, [path])).rejects.toMatchObject({
      code: 'SOURCE_BROKEN',
      detail: { where: `${path}:3`, expected: expect.stringContaining('csv.quote') },
    });
    expect(await rowCounts(store)).toMatchObject({ sources: 0, callbacks: 0 });
  });

  it('is read again when the map that bears on it was corrected, and not for another table’s', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.csv', `${BARE},extra\n${ROW},x\n`);
    const by = (map: unknown) => read(store, [path], { settings: parseSettings({ map }) });
    expect((await by({ extra: 'ignore' })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
    expect((await by({ extra: 'ignore', b: { columns: {} } })).map(counts)).toEqual(['unchanged']);
    expect((await by({ extra: 'subMerchantId' })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });

  it('of a dry run is shown as it would be kept, and leaves nothing', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.csv', `${BARE}\n${ROW}\nbad\n`);
    chmodSync(path, 0o444);
    const [result] = await read(store, [path], { dryRun: true });
    expect(counts(result!)).toBe('2 = 1 + 0 + 1');
    expect(result!.sample).toMatchObject({
      records: [{ what: 'callback', line: '2', orderNo: 'ORDER00001', region: 'BR', minor: '20000' }],
      rejected: [{ reason: 'bad_row', lines: '1', first: '3' }],
    });
    expect(await rowCounts(store)).toEqual({
      sources: 0,
      rejects: 0,
      pay_ins: 0,
      callbacks: 0,
      violations: 0,
    });
  });
});
