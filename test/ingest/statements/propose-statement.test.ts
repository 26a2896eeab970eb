import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../src/database/package-root.ts';
import { proposalText, proposeStatement } from '../../../src/ingest/propose/propose-statement.ts';
import { fileSampler } from '../../../src/ingest/sample/sample-files.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, write } from '../reading.ts';

const SETTINGS = parseSettings({});

it('a map is proposed from a header in Portuguese, below a preamble', async () => {
  const proposal = await proposeStatement(
    join(packageRoot, 'examples/statements/portal/extrato-2026-11.csv'),
    SETTINGS,
  );
  expect(proposal.map).toMatchObject({
    extrato: {
      kind: 'statement',
      headerRow: 3,
      decimal: ',',
      group: '.',
      columns: {
        Lançamento: 'row_id',
        Pedido: 'order_no',
        'ID transação': 'trade_no',
        Tipo: 'type',
        Valor: 'gross',
        Tarifa: 'fee',
        Líquido: 'net',
        Situação: 'status',
        Data: 'completed_at',
        Liquidação: 'settled_on',
        Repasse: 'payout_id',
      },
      times: 'dd/MM/yyyy HH:mm:ss',
    },
  });
  expect(proposalText(proposal)).toContain(
    'Add words: { type: { Venda: payment, Estorno: refund }, status: { Pago: paid } }, if that',
  );
  expect(proposal.open).toContain('No column has the currency: add values: { currency: … }.');
});

it('a map is proposed from headers in English and Arabic, and shows no value of unknown columns', async () => {
  const folder = temporaryFolder();
  const arabic = write(
    folder,
    'kashf.csv',
    lines('رقم الطلب,المبلغ,الرسوم,الصافي,التاريخ,العملة', 'E1,10.50,1,9.50,19/11/2026 10:05,EGP'),
  );
  expect((await proposeStatement(arabic, SETTINGS)).map).toMatchObject({
    kashf: {
      times: 'dd/MM/yyyy HH:mm',
      columns: {
        'رقم الطلب': 'order_no',
        المبلغ: 'gross',
        الرسوم: 'fee',
        الصافي: 'net',
        التاريخ: 'completed_at',
        العملة: 'currency',
      },
    },
  });
  const english = write(folder, 'x.csv', lines('Order Number,Customer,Gross Amount', 'A1,Maria Souza,5'));
  const text = proposalText(await proposeStatement(english, SETTINGS));
  expect(text).not.toContain('Maria');
  expect(text).toContain('Give each of these a name, or ignore: Customer.');
  expect(text).toContain('No column looks like its time or date');
});

it.each([
  [
    'Linha;Pedido;Valor;Data',
    ['1;P1;10;2026-11-20', '2;P2;10;2026-11-20'],
    'Linha',
    'counts the rows of the file',
  ],
  [
    'Documento;Data;Valor;Histórico',
    ['529.982.247-25;2026-11-20;10;PIX PO-1', '1;2026-11-20;10;PIX PO-1'],
    ...['Documento', 'may have numbers of persons'],
  ],
])(
  'a column that is called like an identifier of %s and is none is ignored',
  async (header, rows, name, why) => {
    const path = write(temporaryFolder(), 'repasse.csv', lines(header, ...(rows as string[])));
    const proposal = await proposeStatement(path, SETTINGS);
    expect(proposal.map['repasse']).toMatchObject({ columns: { [name as string]: 'ignore' } });
    const text = proposalText(proposal);
    expect(text).toContain(`The column ${name} is to be ignored: it ${why}`);
    expect(text).not.toContain('529.982.247-25');
  },
);

it('a column of long numbers is taken for identifiers, though some look like those of persons', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `${48_210_033_000 + 7 * at};P${at};10;2026-11-20`);
  const path = write(temporaryFolder(), 'repasse.csv', lines('ID da linha;Pedido;Valor;Data', ...rows));
  expect((await proposeStatement(path, SETTINGS)).map).toMatchObject({
    repasse: { columns: { 'ID da linha': 'row_id' } },
  });
});

it('a map is proposed for the sheet of a workbook that looks like the table, and every sheet is named', async () => {
  const path = join(packageRoot, 'examples/statements/workbook/settlement-2026-11.xlsx');
  const proposal = await proposeStatement(path, SETTINGS);
  expect(proposal.sheets!.map(({ name }) => name)).toEqual(['Summary', 'Transactions']);
  expect(proposal.map).toMatchObject({ settlement: { kind: 'statement', sheet: 'Transactions' } });
  expect(proposalText(proposal)).toMatch(
    /Transactions looks most like the table\. The sheets.*Summary \(\d+\)/,
  );
});

it.each([
  ['Data;Histórico;Documento;Valor', '20/11/2026;PIX RECEBIDO PO-1120;1;1.222,21', 'Histórico'],
  ['Booking Date;Amount;Description', '2026-11-20;5;PAYOUT 1', 'Description'],
])('kind bank is proposed for %s', async (header, row, reference) => {
  const path = write(temporaryFolder(), 'conta.csv', lines('Conta 1;;', '', header, row));
  const proposal = await proposeStatement(path, SETTINGS);
  const table = proposal.map['conta'];
  expect(table).toMatchObject({ kind: 'bank', headerRow: 3, columns: { [reference]: 'reference' } });
  expect(proposal).not.toHaveProperty('sheets');
  expect(proposalText(proposal)).toContain("The columns look like a bank's account statement");
});

it.each(['Date;Amount;Description;Order', 'Date;Amount;Description;Fee', 'Date;Amount;Status'])(
  'kind statement is proposed for %s',
  async (header) => {
    const path = write(temporaryFolder(), 'x.csv', lines(header, '2026-11-20;5;a;b'));
    expect((await proposeStatement(path, SETTINGS)).map).toMatchObject({ x: { kind: 'statement' } });
  },
);

const ARABIC = ['رقم الطلب;المبلغ;الرسوم;التاريخ', 'E1;10.50;1;19/11/2026 10:05'];
const ARABIC_COLUMNS = { 'رقم الطلب': 'order_no', المبلغ: 'gross', الرسوم: 'fee', التاريخ: 'completed_at' };
const PORTUGUESE = ['Pedido;Líquido;Situação;Data', 'A1;5;Pago;19/11/2026 10:05'];
const PORTUGUESE_COLUMNS = { Pedido: 'order_no', Líquido: 'net', Situação: 'status', Data: 'completed_at' };

const inUtf16 = (text: string) => Buffer.from(text, 'utf16le');
const inUtf16Big = (text: string) => inUtf16(text).swap16();
/** A text of Portuguese in its bytes of Windows-1252, which has the letters of Latin-1 at the same places. */
const inWindows1252 = (text: string) => Buffer.from(text, 'latin1');
/** A text in the bytes of a code page that is known by what it decodes. */
function inWindows1256(text: string): Buffer {
  const all = new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.from([...text].map((letter) => all.indexOf(letter)));
}

it.each([
  ['windows-1256', inWindows1256, ARABIC, ARABIC_COLUMNS],
  ['windows-1252', inWindows1252, PORTUGUESE, PORTUGUESE_COLUMNS],
  ['utf-16le', (text: string) => inUtf16(`\ufeff${text}`), ARABIC, ARABIC_COLUMNS],
  ['utf-16le', inUtf16, PORTUGUESE, PORTUGUESE_COLUMNS],
  ['utf-16be', (text: string) => inUtf16Big(`\ufeff${text}`), PORTUGUESE, PORTUGUESE_COLUMNS],
  ['utf-16be', inUtf16Big, ARABIC, ARABIC_COLUMNS],
] as const)(
  'the encoding %s is proposed, and the file is read by it',
  async (encoding, bytes, text, columns) => {
    const path = write(temporaryFolder(), 'x.csv', bytes(lines(...text)));
    const proposal = await proposeStatement(path, SETTINGS);
    expect(proposal.map).toMatchObject({ x: { encoding, columns } });
    expect(proposal.columns.map(({ samples }) => samples[0])).toEqual(text[1]!.split(';'));
    expect(proposal.open.join('\n')).toContain(`The file was read as ${encoding}`);
    const settings = parseSettings({ map: proposal.map } as SettingsInput);
    const read = await fileSampler(settings, undefined, 10)(path);
    expect(read).toMatchObject({ records: 1, statements: 1, rejected: 0, unread: [] });
  },
);

it('an encoding that the bytes do not prove is shown in both ways, with the names of columns', async () => {
  const header = 'Pedido;Líquido;Operação';
  const path = write(temporaryFolder(), 'x.csv', inWindows1252(lines(header, 'A1;5;João')));
  const { open } = await proposeStatement(path, SETTINGS);
  const said = open.find((text) => text.includes('windows-1252'))!;
  const wrong = new TextDecoder('windows-1256').decode(inWindows1252('Líquido'));
  expect(said).toContain('Líquido, Operação');
  expect(said).toContain(`As windows-1256 they would be ${wrong}`);
  expect(said).not.toContain('Jo');
  const utf8 = write(temporaryFolder(), 'x.csv', lines(header, 'A1;5;João'));
  const proposal = await proposeStatement(utf8, SETTINGS);
  expect(proposal.map).not.toMatchObject({ x: { encoding: expect.anything() } });
  expect(proposal.open.join()).not.toContain('was read as');
});

it('a long file of UTF-8 is read as such, wherever its first part breaks off', async () => {
  for (const length of [1, 2, 3]) {
    const row = `A1;${'é'.repeat(5)};${'x'.repeat(length)}`;
    const path = write(temporaryFolder(), 'x.csv', lines('Pedido;Situação;obs', ...Array(30_000).fill(row)));
    expect((await proposeStatement(path, SETTINGS)).map).not.toMatchObject({
      x: { encoding: expect.anything() },
    });
  }
});

it('the text of a bank is shown as it is kept, without names', async () => {
  const row = '20/11/2026;PIX RECEBIDO MARIA SOUZA 123.456.789-09 PO-77;1,00';
  const path = write(temporaryFolder(), 'conta.csv', lines('Data;Histórico;Valor', row));
  const text = proposalText(await proposeStatement(path, SETTINGS));
  expect(text).toContain('PIX RECEBIDO * PO-77');
  expect(text).not.toMatch(/MARIA|123\.456/);
});

it.each([
  ['12345678909', null, false],
  ['123.456.789-09', null, false],
  ['29001011234567', null, false],
  ['٢٩٠٠١٠١١٢٣٤٥٦٧', null, false],
  ['12345678901234', 'row_id', false],
  ['12345678900', 'row_id', true],
  ['L-77', 'row_id', true],
])('a number that may be of a person is not shown as that of a row: %s', async (id, meaning, isShown) => {
  const file = write(
    temporaryFolder(),
    'conta.csv',
    lines('Documento;Data;Histórico;Valor', `L-1;19/11/2026;PIX;1,00`, `${id};19/11/2026;PIX;1,00`),
  );
  const { columns } = await proposeStatement(file, SETTINGS);
  const { means, samples } = columns[0]!;
  expect({ means, samples }).toEqual({ means: meaning, samples: isShown ? ['L-1', id] : [] });
});

it('the settings in use are kept, and it is said why the whole file cannot be read', async () => {
  const file = write(temporaryFolder(), 'portal.csv', lines('Order;Gross;Paid At', 'A1;1,50;19/11/2026'));
  const settings = parseSettings({ csv: { delimiter: '|' } });
  const { open } = await proposeStatement(file, settings);
  expect(open.join('\n')).toMatch(
    /The whole file cannot be read by this proposal and the settings: error SOURCE_/,
  );
  expect((await proposeStatement(file, SETTINGS)).open.join()).not.toContain('The whole file');
});

it.each(['\n', '\r\n'])(
  'a header whose names have line breaks is found, and read by the proposal: %j',
  async (end) => {
    const text = [
      'Extrato "de',
      `Pedido;"Valor${end}bruto";"Data ""x""${end}do${end}pagamento";Situação`,
      `A1;10,50;"19/11/2026${end}10:05";Pago`,
      'A2;7,50;20/11/2026 10:05;Pago',
      'A3;1,25;20/11/2026 11:05;Pago',
      '',
    ].join(end);
    const path = write(temporaryFolder(), 'x.csv', text);
    const { map } = await proposeStatement(path, SETTINGS);
    expect(map['x']).toMatchObject({
      headerRow: 2,
      decimal: ',',
      columns: { Pedido: 'order_no', [`Valor${end}bruto`]: 'gross', Situação: 'status' },
    });
    const { columns } = map['x'] as { columns: Record<string, string> };
    const table = {
      ...(map['x'] as object),
      columns: { ...columns, '*': 'ignore' },
      values: { settled_on: '2026-11-20' },
    };
    const settings = parseSettings({ map: { x: table } } as SettingsInput);
    expect(await fileSampler(settings, undefined, 10)(path)).toMatchObject({ records: 3, statements: 3 });
  },
);

it.each([
  ['an empty file', 'SOURCE_FORMAT', ''],
  ['an empty file', 'SOURCE_FORMAT', '\ufeff\r\n\n'],
  ['lines of JSON, which need no map of columns', 'USAGE', '{"statement": {"order_no": "A1"}}\n'],
  ['lines of JSON, which need no map of columns', 'USAGE', '[{"order_no": "A1"}]\n'],
  ['an account statement in OFX, which needs no map of columns', 'USAGE', 'OFXHEADER:100\n<OFX>'],
])('%s is refused', async (found, code, text) => {
  const path = write(temporaryFolder(), 'x.csv', text);
  await expect(proposeStatement(path, SETTINGS)).rejects.toMatchObject({
    code,
    detail: { where: path, found },
  });
});

it('a workbook that is not whole is refused, as it is when it is read', async () => {
  const rows = `${row(1, 'order_no', 'gross')}${row(2, '<c t="s"><v>0</v></c>', 1)}`;
  const file = write(temporaryFolder(), 'st.xlsx', await madeWorkbook({ sheets: [{ name: 'Pagos', rows }] }));
  await expect(proposeStatement(file, SETTINGS)).rejects.toMatchObject({ code: 'SOURCE_BROKEN' });
});

it('of a file without a column for the time, the proposal says once what to do', async () => {
  const openOf = async (header: string, values: string) => {
    const file = write(temporaryFolder(), 'settlement.csv', lines(header, values));
    return (await proposeStatement(file, SETTINGS)).open.slice(0, 2);
  };
  const currency = 'No column has the currency: add values: { currency: … }.';
  expect(await openOf('order id,gross,fee,net', 'A1,1.00,0.10,0.90')).toEqual([
    'The file has no column for its time or date, without which no row is read: export it again with that column.',
    currency,
  ]);
  expect(await openOf('order id,gross,fee,net,when', 'A1,1.00,0.10,0.90,2026-11-19')).toEqual([
    'No column looks like its time or date: give one the name completed_at.',
    'Give each of these a name, or ignore: when.',
  ]);
});
