import { expect, it } from 'vitest';
import { readerOf } from '../../../src/ingest/cells/unread-cells.ts';
import { proposeStatement } from '../../../src/ingest/propose/propose-statement.ts';
import { fileSampler } from '../../../src/ingest/sample/sample-files.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, write } from '../reading.ts';

const SETTINGS = parseSettings({});

const formsOf = async (header: string, ...rows: string[]) => {
  const path = write(temporaryFolder(), 'x.csv', lines(header, ...rows));
  const { map, open } = await proposeStatement(path, SETTINGS);
  return { table: map['x'] as Record<string, unknown>, open: open.join('\n') };
};

it.each([
  ['1.234,56', '10,50', { decimal: ',', group: '.' }, undefined],
  ['1,234.56', '10.50', { group: ',' }, undefined],
  ['10,50', '1234,56', { decimal: ',' }, undefined],
  ['10.50', '12', {}, undefined],
  [
    '1.234',
    '12',
    {},
    'Amounts such as 1.234 may be 1.234 (decimal: ".") or 1234 (decimal: ",", group: "."): check decimal and group.',
  ],
  ['1,234', '12', { decimal: ',' }, 'Amounts such as 1,234 may be 1.234 (decimal: ",") or 1234'],
  [
    'R$ 5',
    '12',
    {},
    'No known form reads every amount: decimal: "." does not read R$ 5. Correct that, or export plain numbers.',
  ],
])(
  'amounts as %s are proposed as they are written, or both ways are shown',
  async (one, other, format, said) => {
    const { table, open } = await formsOf('Order;Gross;Date', `A1;${one};x`, `A2;${other};x`);
    expect({ decimal: table['decimal'], group: table['group'] }).toEqual({
      decimal: undefined,
      group: undefined,
      ...format,
    });
    expect(open.match(/^.*(such as (?!x)|does not read).*$/gm)?.join() ?? '').toContain(said ?? '');
    if (said === undefined) expect(open).not.toContain('Amounts such as');
  },
);

it.each([
  ['19/11/2026', '20/11/2026', 'dd/MM/yyyy', undefined],
  [
    '03/04/2026 10:00',
    '',
    'dd/MM/yyyy HH:mm',
    'Times such as 03/04/2026 10:00 may be 2026-04-03T10:00:00 (times: dd/MM/yyyy HH:mm) or 2026-03-04T10:00:00 (times: MM/dd/yyyy HH:mm): check times.',
  ],
  [
    '19/11/2026 10:00:00',
    '20-Nov-26',
    'dd/MM/yyyy HH:mm:ss',
    'No known form reads every date, such as 20-Nov-26: set times.',
  ],
  ['19/11/2026 10:00:00', '2026-11-20', ['dd/MM/yyyy HH:mm:ss', 'yyyy-MM-dd'], undefined],
  ['2026-11-19 10:00:00', '2026-11-20', undefined, undefined],
  ['2026-11-19 10:00:00', '20/11/2026', ['yyyy-MM-dd HH:mm:ss', 'dd/MM/yyyy'], undefined],
  ['2026-11-19T10:00:00-03:00', '20/11/2026', ["yyyy-MM-dd'T'HH:mm:ssZZ", 'dd/MM/yyyy'], undefined],
  ['', '20/11/2026', 'dd/MM/yyyy', undefined],
  ['19/11/2026 10:00:00', '20/11/2026', 'dd/MM/yyyy HH:mm:ss', undefined],
])('times as %s and dates as %s are proposed as they are written', async (time, date, times, said) => {
  const { table, open } = await formsOf('Order;Paid At;Settled On', `A1;${time};${date}`);
  expect(table['times']).toEqual(times);
  if (said === undefined) expect(open).not.toMatch(/such as/);
  else expect(open).toContain(said);
});

it('of dates in two forms that one is shown which the commonest form does not read', async () => {
  const rows = ['01/11/2026', '13/11/2026', '2026-11-03'].map((date, index) => `A${index};;${date}`);
  const { open } = await formsOf('Order;Paid At;Settled On', ...rows);
  expect(open).toContain(
    'No known form reads every date: dd/MM/yyyy does not read 2026-11-03. Correct that, or add its form to times.',
  );
  // Its own form would not read the others.
  expect(open).toContain(
    'written like 9999-99-99; 2 other cells of the column are read as the settings say: correct this one, or set times of the table as it writes them, or export',
  );
});

it.each([
  [
    ['1.234,56', '10,50', '1,234.56'],
    { decimal: ',', group: '.' },
    'decimal: ",", group: "." does not read 1,234.56.',
  ],
  [['10.50', 'R$ 1', 'R$ 2', '7', 'R$ 1'], {}, 'decimal: "." does not read R$ 1 and 1 more.'],
  [['10,5', '٧٫٥', '1,5', '2.5'], { decimal: ',', digits: 'arabic' }, 'decimal: "," does not read 2.5.'],
  [['a', 'b'], {}, 'No known form reads amounts such as a: set decimal and group, or export plain numbers.'],
])(
  'of amounts %j the form that reads most is proposed, and one that it does not read is named',
  async (amounts, format, said) => {
    const { table, open } = await formsOf('Order;Gross', ...amounts.map((one, index) => `A${index};${one}`));
    expect(table).toMatchObject(format);
    expect(Object.keys(table)).toEqual(['kind', ...Object.keys(format), 'columns']);
    expect(open).toContain(said);
    expect(open).not.toContain('set {');
  },
);

it.each([
  [['2026-11-19 10:00:00', '2026-11-19 11:00:00', '20/11/2026 10:00'], ['2026-11-20', '', ''], undefined],
  [['soon', '19/11/2026 10:00', '20/11/2026 11:00'], ['-', '20/11/2026', '21/11/2026'], 'dd/MM/yyyy HH:mm'],
  [['', '', ''], ['2026-11-20', '2026-11-21', '22/11/2026'], undefined],
])('of times %j and dates %j the form that reads most is proposed', async (times, dates, form) => {
  const rows = times.map((time, index) => `A${index};${time};${dates[index]}`);
  const { table, open } = await formsOf('Order;Paid At;Settled On', ...rows);
  expect(table['times']).toEqual(form);
  expect(open).toMatch(/does not read (20\/11\/2026 10:00|soon|22\/11\/2026)\. Correct that/);
});

it('words are proposed by what they commonly mean, and what is no word is not shown', async () => {
  const { open } = await formsOf('Order;Type;Status', 'A1;Venda;Pago', 'A2;Xpto;مرفوض', 'A3;123456789;Pago');
  expect(open).toContain(
    'Add words: { type: { Venda: payment, Xpto: … }, status: { Pago: paid, مرفوض: failed } }, if that is what they mean.',
  );
  expect(open).toContain('Write one of payment, refund, chargeback, fee, payout, other for … of type.');
  expect(open).not.toContain('for … of status');
  expect(open).not.toContain('123456789');
  const names = Array.from({ length: 30 }, (_, index) => `A${index};Maria ${index}`);
  const many = (await formsOf('Order;Type', ...names)).open;
  expect(many).toContain('The column Type has 30 different texts: another may be the type.');
  expect(many).not.toContain('Maria');
});

it.each([
  ['19/11/2026 3:07 PM', '19/11/2026 11:07 AM', 'dd/MM/yyyy h:mm a'],
  ['19/11/2026 03:07:09 pm', '19/11/2026 11:07:10 am', 'dd/MM/yyyy hh:mm:ss a'],
  ['١٩/١١/٢٠٢٦ ٣:٠٧ م', '١٩/١١/٢٠٢٦ ١١:٠٧ ص', 'dd/MM/yyyy h:mm a'],
  ['19/11/2026 03:07 \u200fم', '19/11/2026 11:07 ص', 'dd/MM/yyyy hh:mm a'],
  ['19/11/2026 3:07:09 مساءً', '19/11/2026 11:07:10 صباحًا', 'dd/MM/yyyy h:mm:ss a'],
])('times of twelve hours are proposed and read, as %s', async (afternoon, morning, times) => {
  const path = write(
    temporaryFolder(),
    'x.csv',
    lines('Order;Gross;Currency;Paid At', `A1;1;EGP;${afternoon}`, `A2;1;EGP;${morning}`),
  );
  const { map, open } = await proposeStatement(path, SETTINGS);
  expect(map['x']).toMatchObject({ times });
  expect(open.join()).not.toMatch(/No known form|not read/);
  const read = await fileSampler(parseSettings({ map } as SettingsInput), undefined, 10)(path);
  expect(read).toMatchObject({ statements: 2, rejected: 0, unread: [] });
  const at = readerOf('time', { times });
  expect(at(afternoon)).toMatch(/^2026-11-19T15:07/);
  expect(at(morning)).toMatch(/^2026-11-19T11:07/);
});

it('dates without a time of day are not proposed as times without a word on it', async () => {
  const rows = ['A1;1;19/11/2026;10:05;20/11/2026', 'A2;2;19/11/2026;11:05;20/11/2026'];
  const { table, open } = await formsOf('Pedido;Valor;Data;Hora;Obs', ...rows);
  expect(table).toMatchObject({ times: 'dd/MM/yyyy', columns: { Data: 'completed_at' } });
  expect(open).toContain(
    'The column Data has dates without a time of day: as completed_at they would be midnights.',
  );
  expect(open).toContain('or name it settled_on. A column of times beside it cannot be joined with it.');
  const both = await formsOf('Pedido;Valor;Data;Hora;Liquidação', ...rows);
  expect(both.open).toContain('or ignore it, as another column is settled_on.');
  const timed = rows.map((row) => row.replace('/2026;', '/2026 00:00;'));
  expect((await formsOf('Pedido;Valor;Data;Hora;Liquidação', ...timed)).open).not.toContain('midnights');
});

it.each([
  ['D/C', 'C', 'D'],
  ['Tipo', 'Crédito', 'Débito'],
  ['Type', 'CR', 'DR'],
  ['Type', 'Credit', 'credit'],
])(
  'amounts of a bank without a sign, with a column %s of %s and %s, need their sign',
  async (name, one, two) => {
    const header = `Data;Histórico;Valor;${name};Saldo`;
    const rows = (sign: string) => [
      `20/11/2026;PO-1;5,00;${one};9,00`,
      `20/11/2026;FEE;${sign}1,00;${two};8,00`,
    ];
    const { open } = await formsOf(header, ...rows(''));
    expect(open).toContain(
      `The column ${name} says which amounts are debits, and Valor has no sign. Export amounts with a minus for debits: with ${name} ` +
        'ignored, debits would count as credits.',
    );
    expect(open).toContain('Give each of these a name, or ignore: Saldo.');
    expect((await formsOf(header, ...rows('-'))).open).not.toContain('says which amounts');
  },
);

it('amounts of a bank in two columns need to be in one', async () => {
  const { open } = await formsOf(
    'Data;Histórico;Crédito;Débito',
    '20/11/2026;PO-1;5,00;',
    '20/11/2026;FEE;;1,00',
  );
  expect(open).toContain(
    'The amounts are in two columns, Crédito and Débito. Export them in one, with a minus for debits',
  );
  expect(open).not.toMatch(/or ignore: .*(Crédito|Débito)/);
});
