import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Fault } from '../../../src/errors.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { onEngines } from '../../support/engines.ts';
import { type MadeWorkbook, madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, evidence, lines, read, rejects, rowCounts, write } from '../reading.ts';

type Table = Exclude<NonNullable<SettingsInput['map']>[string], string>;

const VALUES = { merchantId: 'M0001', 'money.currency': 'BRL', paymentMethod: 'PIX', status: 'SUCCESS' };
const HEADER = row(1, 'orderNo', 'tradeNo', 'money.amount', 'transactionTime');
/** 2026-11-19T10:05:00. */
const TIME = 46_345.420138888891;

function settings(table: Table = {}, ingest: SettingsInput['ingest'] = {}) {
  return parseSettings({ ingest, map: { pagos: { values: VALUES, unit: 'major', ...table } } });
}

const one = (rows: string, others: Partial<MadeWorkbook> = {}, after = '') =>
  madeWorkbook({ sheets: [{ name: 'Pagos', rows, after }], ...others });

onEngines('a workbook', (engine) => {
  const readOne = async (bytes: Buffer, table?: Table, name = 'pagos.xlsx') => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), name, bytes);
    const [result] = await read(store, [path], { settings: settings(table) });
    const kept = await evidence(store);
    const callbacks = kept['callbacks'] as Record<string, string | null>[];
    return { store, result: counts(result!), callbacks, rejects: await rejects(store) };
  };
  const faultOf = async (bytes: Buffer, table?: Table, ingest?: SettingsInput['ingest']) => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'pagos.xlsx', bytes);
    const fault = await read(store, [path], { settings: settings(table, ingest) }).catch((error) => error);
    expect(await rowCounts(store)).toMatchObject({ sources: 0, callbacks: 0, rejects: 0 });
    return fault as Fault;
  };

  it('is the same evidence as a log', async () => {
    const bytes = await one(HEADER + row(2, 'ORDER00001', 'T1', 1234.56, TIME));
    const { store, callbacks } = await readOne(bytes);
    expect(callbacks).toMatchObject([
      { amount_text: '123456', amount_minor: '123456', transaction_time_text: '2026-11-19T10:05:00' },
    ]);
    const body = { ...{ orderNo: 'ORDER00001', tradeNo: 'T1', merchantId: 'M0001', status: 'SUCCESS' } };
    const money = { currency: 'BRL', amount: 123456 };
    const whole = { ...body, paymentMethod: 'PIX', money, transactionTime: '2026-11-19T10:05:00' };
    const log = write(temporaryFolder(), 'a.ndjson', lines(JSON.stringify({ body: whole })));
    expect((await read(store, [log])).map(counts)).toEqual(['1 = 0 + 1 + 0']);
  });

  it('has its cells read by their kinds: shared and rich texts, formulas, numbers, both counts of days', async () => {
    const rows = [
      row(
        2,
        '<c t="s"><v>0</v></c>',
        '<c t="str"><f>"T"&amp;1</f><v>T1</v></c>',
        '<c><f>1+1</f><v>0.28999999999999998</v></c>',
        TIME - 1462,
      ),
      row(
        3,
        '<c t="s"><v>1</v></c>',
        '<c s="1"><v>12345678</v></c>',
        '<c t="e"><v>#N/A</v></c>',
        '<c t="d"><v>2026-11-19T10:05:00</v></c>',
      ),
      row(5, 'ORDER_x0030_03', 7, '12.50', '2026-11-19 10:05:00'),
    ].join('');
    const strings = [
      '<r><t>ORDER</t></r><r><t>00001</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
      '<t xml:space="preserve">ORDER00002</t>',
    ];
    const bytes = await one(HEADER + rows, { strings, date1904: true, format: '0000000000' });
    const { result, callbacks } = await readOne(bytes);
    expect(result).toBe('3 = 3 + 0 + 0');
    const time = '2026-11-19T10:05:00';
    expect(callbacks).toMatchObject([
      { order_no: 'ORDER00001', trade_no: 'T1', amount_minor: '29', transaction_time_text: time },
      {
        order_no: 'ORDER00002',
        trade_no: '0012345678',
        amount_minor: null,
        amount_text: '#N/A',
        transaction_time_text: time,
      },
      { order_no: 'ORDER003', trade_no: '7', amount_minor: '1250' },
    ]);
  });

  it('rejects an identifier of which it has lost digits, and says what to do', async () => {
    const rows =
      row(2, '<c><v>1.2345678901234567E+17</v></c>', 'T1', 1, TIME) + row(3, 123456789012345, 'T1', 1, TIME);
    const { result, callbacks, rejects } = await readOne(await one(HEADER + rows));
    expect(result).toBe('2 = 1 + 0 + 1');
    expect(callbacks).toMatchObject([{ order_no: '123456789012345' }]);
    expect(rejects).toMatchObject([
      { line: '2', reason: 'digits_lost', detail: 'a number of more than 15 digits as body.orderNo' },
    ]);
  });

  it('has no amount of which it shows digits beyond those that it keeps, but for the noise of sums', async () => {
    const texts = [
      ...['0.30000000000000004', '1234.5600000000002', '99999999999.949997', '-0.28999999999999998'],
      ...['12345678901234.56', '99999999999999.99', '1234567890123456', '9007199254740993'],
    ];
    const rows = texts.map((text, at) => row(at + 2, `ORDER0000${at}`, 'T1', `<c><v>${text}</v></c>`, TIME));
    const { result, callbacks } = await readOne(await one(HEADER + rows.join('')), { unit: 'major' });
    expect(result).toBe('8 = 8 + 0 + 0');
    expect(callbacks.map(({ amount_text }) => amount_text)).toEqual([
      ...['30', '123456', '9999999999995', '-29'],
      ...texts.slice(4).map((text) => `"${text}"`),
    ]);
    expect(callbacks.slice(3).map(({ amount_minor }) => amount_minor)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('is read from its first sheet that is not hidden, or from the one that is named', async () => {
    const sheets = [
      { name: 'Secret', state: 'veryHidden', rows: HEADER + row(2, 'ORDER00001', 'T1', 1, TIME) },
      { name: 'Pagos', rows: HEADER + row(2, 'ORDER00002', 'T1', 1, TIME) },
      { name: 'Outros', rows: HEADER + row(2, 'ORDER00003', 'T1', 1, TIME) },
    ];
    const bytes = await madeWorkbook({ sheets });
    expect((await readOne(bytes)).callbacks).toMatchObject([{ order_no: 'ORDER00002' }]);
    expect((await readOne(bytes, { sheet: 'outros' })).callbacks).toMatchObject([{ order_no: 'ORDER00003' }]);
    expect((await readOne(bytes, { sheet: 'Secret' })).callbacks).toMatchObject([{ order_no: 'ORDER00001' }]);
    expect(await faultOf(bytes, { sheet: 'Pedidos' })).toMatchObject({
      code: 'SOURCE_SHEET',
      detail: { found: 'the sheets Secret (hidden), Pagos, Outros', expected: 'the sheet Pedidos' },
    });
    expect(await faultOf(await madeWorkbook({ sheets: sheets.slice(0, 1) }))).toMatchObject({
      code: 'SOURCE_SHEET',
    });
  });

  it('may have a preamble, a footer and merged cells outside of its rows; merged cells in them are rejected', async () => {
    const rows = [
      row(1, 'Relatório'),
      row(3, 'orderNo', 'tradeNo', 'money.amount', 'transactionTime'),
      row(4, 'ORDER00001', 'T1', 1, TIME),
      row(5, '', 'T2', 1, TIME),
      row(6, 'ORDER00003', 'T3', 1, TIME, 'more'),
      row(7, 'Total', '', 3),
    ];
    const after =
      '<mergeCells><mergeCell ref="A1:D2"/><mergeCell ref="A4:A5"/><mergeCell ref="A7:B7"/></mergeCells>';
    const { result, rejects } = await readOne(await one(rows.join(''), {}, after), {
      headerRow: 2,
      footer: 1,
    });
    expect(result).toBe('3 = 1 + 0 + 2');
    expect(rejects.map(({ line, reason, detail }) => `${line} ${reason}: ${detail}`)).toEqual([
      '5 bad_row: cell A5 is merged into A4:A5',
      '6 bad_row: 5 cells, the header has 4',
    ]);
    const merged = '<mergeCells><mergeCell ref="A3:B3"/></mergeCells>';
    expect(await faultOf(await one(rows.join(''), {}, merged), { headerRow: 3 })).toMatchObject({
      code: 'SOURCE_COLUMNS',
      detail: { found: 'cell B3 is merged into A3:B3' },
    });
  });

  // Parts are unpacked in blocks of some ten thousand bytes.
  it.each([65_000, 65_400, 131_000, 3_000_000])(
    'may have %i blanks before its merged cells',
    async (blanks) => {
      const rows =
        row(1, 'orderNo', 'tradeNo', 'money.amount', 'transactionTime') +
        row(2, 'ORDER00001', 'T1', 1, TIME) +
        row(3, '', 'T2', 1, TIME);
      const cells = Array.from(
        { length: 40 },
        (_, index) => `<mergeCell ref="F${index + 1}:G${index + 1}"/>`,
      );
      const merged = `${' '.repeat(blanks)}<mergeCells>${cells.join('')}<mergeCell ref="A2:A3"/></mergeCells>`;
      const { rejects } = await readOne(await one(rows, {}, merged), {});
      expect(rejects.map(({ line, detail }) => `${line}: ${detail}`)).toEqual([
        '3: cell A3 is merged into A2:A3',
      ]);
    },
  );

  it('may be empty, packed, or have any name', async () => {
    const bytes = await one(HEADER + row(2, 'ORDER00001', 'T1', 1, TIME));
    expect((await readOne(await one(''))).result).toBe('0 = 0 + 0 + 0');
    expect((await readOne(await one(HEADER))).result).toBe('0 = 0 + 0 + 0');
    expect((await readOne(gzipSync(bytes), {}, 'pagos.xlsx.gz')).result).toBe('1 = 1 + 0 + 0');
    expect((await readOne(bytes, {}, 'pagos.csv')).result).toBe('1 = 1 + 0 + 0');
  });

  it('is read from a folder, but not the file that Excel writes beside it', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    write(folder, 'pagos.xlsx', await one(HEADER + row(2, 'ORDER00001', 'T1', 1, TIME)));
    write(folder, '~$pagos.xlsx', 'owner');
    expect((await read(store, [folder], { settings: settings() })).map(counts)).toEqual(['1 = 1 + 0 + 0']);
  });

  it('of a dry run of the first rows stops after them', async () => {
    const store = await engine.emptied();
    const rows = Array.from({ length: 9 }, (_, at) => row(at + 2, `ORDER0000${at}`, 'T1', 'x', TIME));
    const path = write(temporaryFolder(), 'pagos.xlsx', await one(HEADER + rows.join('')));
    const [result] = await read(store, [path], { settings: settings(), dryRun: true, firstLines: 3 });
    expect(counts(result!)).toBe('3 = 3 + 0 + 0');
    expect(result!.sample!.unread).toMatchObject([
      { column: 'money.amount', as: 'amount', cells: 3, written: 'a' },
    ]);
  });

  it('that is broken, too large, or no workbook is a clear error, and nothing of it is kept', async () => {
    const bytes = await one(HEADER + row(2, 'ORDER00001', 'T1', 1, TIME));
    expect(await faultOf(bytes.subarray(0, bytes.length - 30))).toMatchObject({ code: 'SOURCE_BROKEN' });
    expect(await faultOf(await one(`${HEADER}<row r="2"><c></row>`))).toMatchObject({
      code: 'SOURCE_BROKEN',
    });
    expect(await faultOf(await one(`${HEADER}<row r="2"><c><row r="3"><c/></row></c></row>`))).toMatchObject({
      code: 'SOURCE_BROKEN',
    });
    for (const number of ['4000000000', '1e300', '1', '0', '2.5', 'x']) {
      expect(await faultOf(await one(`${HEADER}<row r="${number}"><c><v>1</v></c></row>`))).toMatchObject({
        code: 'SOURCE_BROKEN',
        detail: { found: expect.stringContaining(`a row with the number ${number} after row 1`) },
      });
    }
    const dangling = row(2, 'ORDER00001', '<c t="s"><v>3</v></c>', 1, TIME);
    expect(await faultOf(await one(HEADER + dangling, { strings: ['<t>T1</t>'] }))).toMatchObject({
      code: 'SOURCE_BROKEN',
      detail: { found: 'row 2, column 2: the shared text 3, of 1, is missing' },
    });
    for (const strange of [
      '<a>'.repeat(65),
      `<a ${Array.from({ length: 257 }, (_, at) => `a${at}=""`).join(' ')}/>`,
    ]) {
      expect(await faultOf(await one(HEADER + strange))).toMatchObject({
        code: 'SOURCE_BROKEN',
        detail: {
          found: expect.stringMatching(/tags nested more than 64 deep|more than 256 attributes of a tag/),
        },
      });
    }
    expect(await faultOf(Buffer.from('orderNo;merchantId\n'))).toMatchObject({ code: 'SOURCE_FORMAT' });
    // 200 MB of blanks, packed into 200 kB.
    async function* blanks() {
      for (let at = 0; at < 200; at += 1) yield ' '.repeat(1_000_000);
    }
    const bomb = await madeWorkbook({ sheets: [{ name: 'Pagos', rows: blanks() }] });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await faultOf(bomb, {}, { maxWorkbookBytes: 20_000_000 })).toMatchObject({
      code: 'SOURCE_BROKEN',
      detail: {
        found: 'more than 20000000 bytes when unpacked',
        remedy: expect.stringContaining('maxWorkbookBytes'),
      },
    });
  });
});
