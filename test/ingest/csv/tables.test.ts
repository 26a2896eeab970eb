import { chmodSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
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

  it('has no types: an amount in a column is a number, and a text within JSON is told as one', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const bare = write(folder, 'bare.csv', `${BARE},merchantName,paymentMethod\n${ROW},Loja,PIX\n`);
    const body = JSON.parse(callbackLine({ orderNo: 'ORDER00002', amount: '"20000"' })).body;
    const json = write(folder, 'json.csv', `body\n"${JSON.stringify(body).replaceAll('"', '""')}"\n`);
    await read(store, [bare, json]);
    const { callbacks, violations } = await evidence(store);
    expect(callbacks).toMatchObject([{ amount_minor: '20000' }, { amount_minor: '20000' }]);
    expect(violations).toMatchObject([
      { order_no: 'ORDER00002', field: 'body.money.amount', rule: 'a number, not text' },
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

  it('is rejected by the row where one has more or fewer cells than the header, also over several lines', async () => {
    const store = await engine.emptied();
    const inner = `${ROW.replace('ORDER00001', 'ORDER00009')}\n`;
    const rows = [
      `ORDER00002,"T\n${inner}3",M0001,SUCCESS,BRL,20000,2026-11-19T10:06:00-03:00,EXTRA`,
      `"ORDER00003","T\r\n3","M0001","SUCCESS","BRL","20000","2026-11-19T10:06:00-03:00","EXTRA\n","MORE"`,
      'ORDER00004,"two\nlines"',
      ROW,
    ];
    const latin = Buffer.from('\n"São\nPaulo",too few', 'latin1');
    const content = Buffer.concat([Buffer.from(`${BARE}\n${rows.join('\n')}`), latin]);
    const [result] = await read(store, [write(temporaryFolder(), 'a.csv', content)]);
    expect((await rejects(store)).map(({ line, reason, detail }) => `${line} ${reason}: ${detail}`)).toEqual([
      '2 bad_row: 8 cells, the header has 7',
      '5 bad_row: 9 cells, the header has 7',
      '8 bad_row: 2 cells, the header has 7',
      '11 not_utf8: row of 19 bytes',
    ]);
    expect(counts(result!)).toBe('5 = 1 + 0 + 4');
    expect((await evidence(store))['callbacks']).toMatchObject([{ order_no: 'ORDER00001' }]);
  });

  it('gives each well-formed row once, accepted or rejected by its number of cells', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' '), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 8 }),
        fc.boolean(),
        async (ends, isQuoted) => {
          const store = await engine.emptied();
          const rows = ends.map((end, index) => [
            ...ROW.replace('ORDER00001', `ORDER1000${index}`).split(','),
            ...end,
          ]);
          const texts = rows.map((row) => stringify([row], { quoted: isQuoted, eof: false }));
          const content = `${BARE},subMerchantId\n${texts.join('\n')}\n`;
          await read(store, [write(temporaryFolder(), 'a.csv', content)]);
          const lineOf = (index: number) =>
            texts.slice(0, index).join('\n').split('\n').length + (index && 1) + 1;
          const wrong = rows.flatMap((row, index) =>
            row.length === 8 ? [] : [`${lineOf(index)} ${row.length} cells, the header has 8`],
          );
          expect((await rejects(store)).map(({ line, detail }) => `${line} ${detail}`)).toEqual(wrong);
          expect((await evidence(store))['callbacks']).toHaveLength(rows.length - wrong.length);
        },
      ),
      { numRuns: 15 },
    );
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

  it('loses to a stray quote the one row that has it', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' '), maxLength: 8 })
      .map((text) => `x${text}x`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { maxLength: 5 }),
        fc.array(cell, { maxLength: 5 }),
        async (before, after) => {
          const store = await engine.emptied();
          const row = (shop: string, index: number) =>
            `${ROW.replace('ORDER00001', `ORDER1000${index}`)},"${shop.replaceAll('"', '""')}"`;
          const good = [...before, ...after].map(row);
          const rows = [...good.slice(0, before.length), `${ROW},"Bob's bar`, ...good.slice(before.length)];
          const content = `${BARE},subMerchantId\n${rows.join('\n')}\n`;
          const [result] = await read(store, [write(temporaryFolder(), 'a.csv', content)]);
          expect(counts(result!)).toBe(`${rows.length} = ${good.length} + 0 + 1`);
          const line = content.slice(0, content.indexOf('Bob')).split('\n').length;
          expect(await rejects(store)).toMatchObject([
            { line: String(line), reason: 'bad_row', detail: 'a quoted cell that does not end' },
          ]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('may hold line breaks in any cell, of its header too, and bytes that are no text in such a row', async () => {
    const store = await engine.emptied();
    const json = '"{\n  ""note"": ""a, b"",\r\n  ""x"": 1\n}"';
    const content = Buffer.concat([
      Buffer.from(`${BARE},ack,headers,"note\nof mine"\n${ROW},"two\nlines",${json},\n`),
      Buffer.from(`${ROW},"São\nPaulo",,\n`, 'latin1'),
      Buffer.from(`${ROW.replace('ORDER00001', 'ORDER00002')},,,"x\n"`),
    ]);
    const settings = parseSettings({ map: { 'note\nof mine': 'ignore' } });
    const [result] = await read(store, [write(temporaryFolder(), 'a.csv', content)], { settings });
    expect(counts(result!)).toBe('3 = 2 + 0 + 1');
    expect(await rejects(store)).toMatchObject([{ line: '8', reason: 'not_utf8' }]);
    expect((await evidence(store))['callbacks']).toMatchObject([
      { order_no: 'ORDER00001', ack: 'two\nlines' },
      { order_no: 'ORDER00002' },
    ]);
  });

  it('tells a response that was cut off as a broken rule', async () => {
    const store = await engine.emptied();
    const header = 'sentAt;request.body;response.body;response.headers';
    const request =
      '"{""orderNo"":""ORDER00001"",""merchant"":{""merchantId"":""M0001""},""money"":{""amount"":20000,""currency"":""BRL""}}"';
    const path = write(
      temporaryFolder(),
      'a.csv',
      `${header}\n2026-11-19T10:06:00Z;${request};"{""code"":""00";none\n`,
    );
    const [result] = await read(store, [path]);
    expect(counts(result!)).toBe('1 = 1 + 0 + 0');
    const kept = await evidence(store);
    expect(kept['pay_ins']).toMatchObject([{ has_response: false }]);
    expect(
      kept['violations']!.filter((violation) => (violation as { rule: string }).rule === 'JSON'),
    ).toMatchObject([{ field: 'response.body', shape: 'string of 11 characters' }]);
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
