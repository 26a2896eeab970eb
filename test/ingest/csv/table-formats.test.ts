import { expect, it } from 'vitest';
import type { Fault } from '../../../src/errors.ts';
import { ingestText } from '../../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, evidence, lines, read, rejects, write } from '../reading.ts';

type Table = Exclude<NonNullable<SettingsInput['map']>[string], string>;

const COLUMNS = {
  Pedido: 'orderNo',
  Transacao: 'tradeNo',
  Situacao: 'status',
  Valor: 'money.amount',
  Data: 'transactionTime',
  Recebido: 'receivedAt',
};
const VALUES = { merchantId: 'M0001', 'money.currency': 'BRL', paymentMethod: 'PIX', merchantName: 'Loja' };

function settings(table: Table, others: SettingsInput = {}) {
  return parseSettings({ ...others, map: { pagos: { columns: COLUMNS, values: VALUES, ...table } } });
}

const BRAZIL: Table = {
  ...{ decimal: ',', group: '.', unit: 'major', times: ['dd/MM/yyyy HH:mm:ss', 'dd/MM/yyyy HH:mm'] },
  words: { status: { Pago: 'SUCCESS' } },
};
const HEAD = 'Pedido;Transacao;Situacao;Valor;Data;Recebido';
const BODY = {
  ...{ orderNo: 'ORDER00001', tradeNo: 'T1', merchantId: 'M0001', merchantName: 'Loja', status: 'SUCCESS' },
  ...{ paymentMethod: 'PIX', transactionTime: '2026-11-19T10:05:00' },
};

function callback(amount: string, receivedAt: string, body: object = {}): string {
  const money = { currency: 'BRL', amount: '@' };
  return JSON.stringify({ receivedAt, body: { ...BODY, money, ...body } }).replace('"@"', amount);
}

onEngines('a table with its own form', (engine) => {
  it('is the same evidence as a log, whichever is read first', async () => {
    const log = lines(
      callback('123456', '2026-11-19T10:05:02'),
      callback('50', '2026-11-19T10:06:00', {
        orderNo: 'ORDER00002',
        transactionTime: '2026-11-19T10:05:59',
      }),
    );
    const table = lines(
      HEAD,
      'ORDER00001;T1;Pago;1.234,56;19/11/2026 10:05;19/11/2026 10:05:02',
      'ORDER00002;T1;Pago;0,50;19/11/2026 10:05:59;19/11/2026 10:06',
    );
    for (const order of [0, 1]) {
      const store = await engine.emptied();
      const folder = temporaryFolder();
      const paths = [write(folder, 'a.ndjson', log), write(folder, 'pagos.csv', table)];
      const results = await read(store, order === 0 ? paths : paths.reverse(), {
        settings: settings(BRAZIL),
      });
      expect(results.map(counts)).toEqual(['2 = 2 + 0 + 0', '2 = 0 + 2 + 0']);
      expect((await evidence(store))['callbacks']).toMatchObject([
        { amount_text: '123456', amount_minor: '123456', transaction_time_text: '2026-11-19T10:05:00' },
        { amount_text: '50', amount_minor: '50', received_at: '2026-11-19 10:06:00+00' },
      ]);
    }
  });

  it('is read by that and nothing else: a cell in another form is kept and flagged', async () => {
    const store = await engine.emptied();
    const amounts = ['1234.56', '1.23,4', 'R$ 10', '1.234.567,89', '-5,00', '1,005', '12'];
    const rows = amounts.map(
      (text, at) => `ORDER0000${at};T1;Pago;${text};19/11/2026 10:05;19/11/2026 10:05`,
    );
    rows.push('ORDER00009;T1;Pago;1,00;2026-11-19 10:05:00;19/11/2026 10:05');
    rows.push('ORDER00010;T1;Pago;1,00;31/11/2026 10:05;1763557500');
    const path = write(temporaryFolder(), 'pagos.csv', lines(HEAD, ...rows));
    const [result] = await read(store, [path], { settings: settings(BRAZIL) });
    expect(counts(result!)).toBe('9 = 8 + 0 + 1');
    const kept = (await evidence(store))['callbacks'] as Record<string, unknown>[];
    expect(
      kept.map((row) => [row['amount_text'], row['amount_minor'], row['transaction_time_text']]),
    ).toEqual([
      ['"1234.56"', null, '2026-11-19T10:05:00'],
      ['1.23,4', null, '2026-11-19T10:05:00'],
      ['R$ 10', null, '2026-11-19T10:05:00'],
      ['123456789', '123456789', '2026-11-19T10:05:00'],
      ['-500', null, '2026-11-19T10:05:00'],
      ['100.5', null, '2026-11-19T10:05:00'],
      ['1200', '1200', '2026-11-19T10:05:00'],
      ['100', '100', '"2026-11-19 10:05:00"'],
    ]);
    expect(await rejects(store)).toMatchObject([{ line: '10', reason: 'no_time' }]);
  });

  it('may have a zone of its own: the text keeps its offset where a log would be read in another zone', async () => {
    const store = await engine.emptied();
    const row = 'ORDER00001;T1;Pago;1,00;19/11/2026 10:05;19/11/2026 10:05';
    const path = write(temporaryFolder(), 'pagos.csv', lines(HEAD, row));
    await read(store, [path], { settings: settings({ ...BRAZIL, zone: 'America/Sao_Paulo' }) });
    expect((await evidence(store))['callbacks']).toMatchObject([
      {
        ...{ transaction_time_text: '2026-11-19T10:05:00', received_at_text: '2026-11-19T10:05:00-03:00' },
        ...{ completed_at: '2026-11-19 13:05:00+00', received_at: '2026-11-19 13:05:00+00' },
      },
    ]);
  });

  it('tells a local time that its zone has twice or never as a broken rule', async () => {
    const store = await engine.emptied();
    const table = { ...BRAZIL, zone: 'Africa/Cairo' };
    const rows = ['29/10/2026 23:30', '24/04/2026 00:30'].map(
      (time, at) => `ORDER0000${at};T1;Pago;1,00;19/11/2026 10:05;${time}`,
    );
    await read(store, [write(temporaryFolder(), 'pagos.csv', lines(HEAD, ...rows))], {
      settings: settings(table),
    });
    const kept = await evidence(store);
    expect(
      (kept['callbacks'] as Record<string, unknown>[]).map((row) => row['received_at_text']).sort(),
    ).toEqual(['2026-04-24T00:30:00+02:00', '2026-10-29T23:30:00+03:00']);
    const rule = 'a local time that occurs once in its zone';
    expect(
      (kept['violations'] as Record<string, unknown>[]).filter((one) => one['rule'] === rule),
    ).toHaveLength(2);
  });

  it('may be in another encoding, with a preamble, other separators, a footer', async () => {
    const row = "ORDER00001|T1|Pago|1,00|19/11/2026 10:05|'19/11/2026 10:05'";
    const text = [
      'Relatório "de vendas',
      '',
      HEAD.replaceAll(';', '|').replace('Situacao', 'Situação'),
      row,
      '',
      'Total|1,00',
      'fim',
    ].join('\r\n');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const form: Table = { ...BRAZIL, delimiter: '|', quote: "'", headerRow: 3 };
    const columns = { ...COLUMNS, Situação: 'status' };
    const cases: [Table, Buffer][] = [
      [{ ...form, columns, encoding: 'utf-16le', footer: 2 }, utf16],
      [{ ...form, columns, encoding: 'windows-1252', footer: '^(Total|fim)' }, Buffer.from(text, 'latin1')],
      [{ ...form, columns, footer: 2 }, Buffer.from(text)],
    ];
    for (const [table, bytes] of cases) {
      const store = await engine.emptied();
      const path = write(temporaryFolder(), 'pagos.txt', bytes);
      expect((await read(store, [path], { settings: settings(table) })).map(counts)).toEqual([
        '1 = 1 + 0 + 0',
      ]);
      expect((await evidence(store))['callbacks']).toMatchObject([{ amount_text: '100', status: 'SUCCESS' }]);
    }
  });

  it('may write Arabic digits, with their own marks, in every cell', async () => {
    const store = await engine.emptied();
    const table: Table = {
      columns: { الطلب: 'orderNo', المبلغ: 'money.amount', التاريخ: 'transactionTime', الحالة: 'status' },
      values: { ...VALUES, 'money.currency': 'EGP', paymentMethod: 'FAWRY', tradeNo: 'T1' },
      ...{ digits: 'arabic', times: 'dd/MM/yyyy HH:mm', words: { status: { مدفوع: 'SUCCESS' } } },
    };
    const rows = ['ORDER٠٠٠٠١,١٬٢٣٤٫٥٠,\u200f١٩/١١/٢٠٢٦ ١٢:٠٥,مدفوع', 'ORDER٠٠٠٠٢,١٥٠,١٩/١١/٢٠٢٦ ١٢:٠٥,معلق'];
    const path = write(temporaryFolder(), 'pagos.csv', lines('الطلب,المبلغ,التاريخ,الحالة', ...rows));
    const [result] = await read(store, [path], { settings: settings(table), dryRun: true });
    expect(result!.sample!.unread).toMatchObject([{ column: 'الحالة', as: 'word', cells: 1, written: 'a' }]);
    await read(store, [path], { settings: settings(table) });
    expect((await evidence(store))['callbacks']).toMatchObject([
      {
        order_no: 'ORDER00001',
        amount_minor: '123450',
        completed_at: '2026-11-19 10:05:00+00',
        status: 'SUCCESS',
      },
      { order_no: 'ORDER00002', amount_minor: '15000', status: 'معلق' },
    ]);
  });

  it('is told by a dry run what to set, without any content of its cells', async () => {
    const store = await engine.emptied();
    const rows = ['ORDER00001;T1;SUCCESS;1.234,56;19/11/2026 10:05;2026-11-19 10:05:00'];
    rows.push(rows[0]!.replace('1.234,56', '150.00'), rows[0]!.replace('1.234,56', 'R$ 7'));
    const path = write(temporaryFolder(), 'pagos.csv', lines(HEAD, ...rows));
    const [result] = await read(store, [path], { settings: settings({}), dryRun: true });
    expect(result!.sample!.unread).toEqual([
      { column: 'Valor', as: 'amount', cells: 2, read: 0, first: 2, written: '9.999,99', set: {} },
      {
        column: 'Data',
        as: 'time',
        cells: 3,
        read: 0,
        first: 2,
        written: '99/99/9999 99:99',
        set: { times: 'dd/MM/yyyy HH:mm' },
      },
      { column: 'Valor', as: 'unit', cells: 1, read: 0, first: 3, written: '999.99', set: { unit: 'major' } },
    ]);
  });

  it('is not to be set as one odd cell needs it, which would leave the others unread', async () => {
    const store = await engine.emptied();
    const usual = 'ORDER00001;T1;SUCCESS;100;2026-11-19 10:05:00;2026-11-19 10:05:00';
    const unreadOf = async (...rows: string[]) => {
      const path = write(temporaryFolder(), 'pagos.csv', lines(HEAD, ...rows));
      const [result] = await read(store, [path], { settings: settings({}), dryRun: true });
      return result!.sample!.unread.map(({ as, cells, read, set }) => ({ as, cells, read, set }));
    };
    const time = usual.replace('2026-11-19 10:05:00;', '19/11/2026 10:05:00;');
    expect(await unreadOf(usual, usual, time)).toEqual([{ as: 'time', cells: 1, read: 2, set: {} }]);
    expect(await unreadOf(usual, time, time)).toMatchObject([{ set: { times: 'dd/MM/yyyy HH:mm:ss' } }]);
    const unit = usual.replace(';100;', ';100.50;');
    expect(await unreadOf(usual, usual, unit)).toEqual([{ as: 'unit', cells: 1, read: 2, set: {} }]);
    // The others can be read by this form too.
    const amount = usual.replace(';100;', ';1.234,56;');
    const form = { decimal: ',', group: '.' };
    expect(await unreadOf(usual, usual, amount)).toEqual([{ as: 'amount', cells: 1, read: 2, set: form }]);
  });

  it('has identifiers rejected that a spreadsheet wrote with an exponent', async () => {
    const store = await engine.emptied();
    const rest = 'SUCCESS;100;2026-11-19 10:05:00;2026-11-19 10:05:00';
    const rows = [
      '1,23457E+19;T1',
      '1.23457e+19;T2',
      'ORDER00001;1,2E+10',
      'ORDER00002;1E+19',
      '1.5E10;1,E+19',
    ];
    const path = write(temporaryFolder(), 'pagos.csv', lines(HEAD, ...rows.map((row) => `${row};${rest}`)));
    const [result] = await read(store, [path], { settings: settings({}) });
    expect(counts(result!)).toBe('5 = 1 + 0 + 4');
    expect(await rejects(store)).toMatchObject([
      { line: '2', reason: 'digits_lost', detail: 'a number with an exponent as body.orderNo' },
      { line: '3', reason: 'digits_lost' },
      { line: '4', reason: 'digits_lost', detail: 'a number with an exponent as body.tradeNo' },
      { line: '5', reason: 'digits_lost' },
    ]);
  });

  it('is read again when its form was corrected', async () => {
    const store = await engine.emptied();
    const row = 'ORDER00001;T1;SUCCESS;1,00;2026-11-19 10:05:00;2026-11-19 10:05:00';
    const path = write(temporaryFolder(), 'pagos.csv', lines(HEAD, row));
    const by = async (table: Table) => (await read(store, [path], { settings: settings(table) })).map(counts);
    expect(await by({ decimal: ',' })).toEqual(['1 = 1 + 0 + 0']);
    expect(await by({ decimal: ',' })).toEqual(['unchanged']);
    expect(await by({ decimal: ',', unit: 'major' })).toEqual(['1 = 1 + 0 + 0']);
    expect(await by({ decimal: ',', unit: 'major', words: { status: { Pago: 'SUCCESS' } } })).toEqual([
      '1 = 0 + 1 + 0',
    ]);
  });

  it('has other records beside earlier ones when its form was corrected, which is said', async () => {
    const store = await engine.emptied();
    const row = 'ORDER00001;T1;SUCCESS;1,00;2026-11-19 10:05:00;2026-11-19 10:05:00';
    const path = write(temporaryFolder(), 'pagos.csv', lines(HEAD, row, row.replace('T1', 'T2')));
    await read(store, [path], { settings: settings({ decimal: ',' }) });
    const corrected = { settings: settings({ decimal: ',', unit: 'major' }) } as const;
    const dry = await read(store, [path], { ...corrected, dryRun: true });
    const results = await read(store, [path], corrected);
    for (const [result] of [dry, results]) expect(result!.otherRecords).toEqual({ rows: 2, line: '2' });
    expect(ingestText(results)).toContain(
      `${path}: 2 rows whose lines gave other records by earlier settings, which count too unless that reading is withdrawn, ` +
        'the first in line 2',
    );
    const other = write(temporaryFolder(), 'pagos.csv', lines(HEAD, row));
    expect((await read(store, [other], corrected))[0]).not.toHaveProperty('otherRecords');
  });

  it('in UTF-16 without the setting is told what to set', async () => {
    const store = await engine.emptied();
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${HEAD}\n`, 'utf16le')]);
    const fault = (await read(store, [write(temporaryFolder(), 'pagos.csv', utf16)]).catch(
      (error) => error,
    )) as Fault;
    expect(fault.code).toBe('SOURCE_COLUMNS');
    expect(fault.detail).toMatchObject({
      found: 'text that is not utf-8',
      remedy: "In the table's entry of map, set encoding: utf-16le.",
    });
  });
});
