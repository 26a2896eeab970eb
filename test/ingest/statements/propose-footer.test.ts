import { expect, it } from 'vitest';
import { proposeStatement } from '../../../src/ingest/propose/propose-statement.ts';
import { fileSampler } from '../../../src/ingest/sample/sample-files.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../../src/settings/schema.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lines, write } from '../reading.ts';

const HEAD = 'Order;Gross;Fee;Paid At;Customer';
const ROWS = [
  'A1;1.234,50;12,35;19/11/2026 10:00:00;Maria Souza',
  'A2;89,90;0,90;19/11/2026 10:05:00;Maria Souza',
];
const TOTAL = 'Total;1.324,40;13,25;;';

async function proposed(content: string, name = 'portal.csv') {
  const path = write(temporaryFolder(), name, content);
  const { map, open } = await proposeStatement(path, parseSettings({}));
  const table = Object.values(map)[0] as Record<string, unknown>;
  // What is proposed reads the file, once the other columns are left out.
  const columns = { ...(table['columns'] as object), '*': 'ignore' };
  const settings = parseSettings({ map: { portal: { ...table, columns } } } as SettingsInput);
  const read = await fileSampler(settings, undefined, undefined)(path);
  return { footer: table['footer'], totals: table['totals'], open: open.join('\n'), read };
}

it('a footer is proposed with the sums that agree with the rows', async () => {
  const { footer, totals, open, read } = await proposed(lines(HEAD, ...ROWS, TOTAL));
  expect({ footer, totals }).toEqual({ footer: 1, totals: { gross: 'Gross', fee: 'Fee' } });
  expect(open).toContain(
    'The last row is no record: without an order or payout, or without a date. footer: 1 leaves it out. ' +
      'Its numbers agree with the rows: gross 1.324,40, fee 13,25.',
  );
  expect(read).toMatchObject({ records: 2, statements: 2, rejected: 0, unread: [] });
  expect(open).not.toContain('Maria');
});

it.each([
  ['beside words in a column', lines(HEAD, ...ROWS, 'Rows: 2;1.324,40;13,25;;'), { rows: 'Order' }],
  [
    'below a column without a name',
    lines('Order;;Gross;Fee;Paid At', 'A1;;1,00;0,10;19/11/2026', ';1 row;1,00;0,10;'),
    { rows: 2 },
  ],
  [
    'in several rows, with a line of separators',
    lines(HEAD, ...ROWS, ';;;;', 'Total;1.324,40;13,25;;', '2 orders;;;;'),
    { rows: 'Order' },
  ],
])('the number of rows is proposed too: %s', async (_name, content, rows) => {
  const { totals, read } = await proposed(content);
  expect(totals).toEqual({ ...rows, gross: 'Gross', fee: 'Fee' });
  expect(read).toMatchObject({ rejected: 0 });
});

it('a number that is not the sum of its column is said, and not proposed', async () => {
  const { footer, totals, open } = await proposed(lines(HEAD, ...ROWS, 'Total;1.324,40;99,00;;'));
  expect({ footer, totals }).toEqual({ footer: 1, totals: { gross: 'Gross' } });
  expect(open).toContain(
    'The footer has 99,00 in the column Fee, which is not the sum of fee: it is not in totals.',
  );
});

it('what the first rows do not show is said: cells that cannot be read so, and rows that would be rejected', async () => {
  const row = 'A;1,50;0,01;19/11/2026 10:00:00;Maria Souza';
  const { open } = await proposed(
    lines(HEAD, ...Array(300).fill(row), row.replace('1,50', '1.234,56'), ';1,00;;;', row),
  );
  expect(open).toContain(
    '1 cell of the column Gross cannot be read as amounts, the first in line 302, written like 9.999,99; ' +
      'in the table\'s entry of map (or the source), set { decimal: ",", group: . }',
  );
  expect(open).toContain('1 of 303 rows would be rejected. The dry run says why.');
  expect(open).not.toContain('Maria');
  expect((await proposed(lines(HEAD, ...ROWS))).open).not.toMatch(/cannot be read|rejected/);
});

it('the end of a long file is looked at, and all of its rows are added up', async () => {
  const rows = Array.from(
    { length: 9000 },
    (_, index) => `A${index};1,00;0,01;19/11/2026 10:00:00;Maria Souza`,
  );
  const { footer, totals, read } = await proposed(lines(HEAD, ...rows, 'Total;9.000,00;90,00;;', '9000;;;;'));
  // Only the footer shows how thousands are grouped.
  expect({ footer, totals }).toEqual({ footer: 2, totals: { rows: 'Order', gross: 'Gross', fee: 'Fee' } });
  expect(read).toMatchObject({ records: 9000, rejected: 0 });
});

it.each([
  ['every row is a record', lines(HEAD, ...ROWS)],
  ['no row is one', lines(HEAD, 'A1;1,00;;;', 'A2;1,00;;;')],
  ['no column is a time', lines('Order;Gross', 'A1;1,00', 'Total;1,00')],
  ['there is nothing below the header', lines(HEAD)],
])('no footer is proposed where %s', async (_name, content) => {
  const { footer, totals, open } = await proposed(content);
  expect({ footer, totals }).toEqual({ footer: undefined, totals: undefined });
  expect(open).not.toContain('footer');
});

const NOTED = (note: string) => `A9;1,00;0,01;19/11/2026 10:00:00;"${note}"`;

it.each([
  ['long', 300, 'linha 1\nlinha 2'],
  ['long', 300, 'linha 1\nlinha 2\nlinha 3'],
  ['short', 2, 'linha 1\nlinha 2'],
  ['short', 2, 'linha 1\nlinha 2\nlinha 3'],
])(
  'no footer is proposed for the lines of a last record, at the end of a %s file: %i, %j',
  async (_name, records, note) => {
    const rows = Array(records).fill(ROWS[1]);
    const { footer, totals, read } = await proposed(lines(HEAD, ...rows, NOTED(note)));
    expect({ footer, totals }).toEqual({ footer: undefined, totals: undefined });
    expect(read).toMatchObject({ records: records + 1, rejected: 0 });
  },
);

it.each([2, 300])(
  'a footer below records of several lines is proposed where the last is of one: %i',
  async (records) => {
    const rows = Array(records).fill(ROWS[1]);
    const { footer } = await proposed(lines(HEAD, NOTED('linha 1\nlinha 2'), ...rows, 'Total;;;;'));
    expect(footer).toBe(1);
  },
);

it('the footer of a bank statement is proposed', async () => {
  const content = lines('Data;Histórico;Valor', '20/11/2026;PIX;1,00', '21/11/2026;PIX;2,00', 'Saldo;;3,00');
  const { footer, totals } = await proposed(content);
  expect({ footer, totals }).toEqual({ footer: 1, totals: { amount: 'Valor' } });
});

it('the numbers of a workbook need no form, and its footer is proposed as that of a text', async () => {
  const rows = [
    row(1, 'Order', 'Gross', 'Paid At', 'Settled On'),
    row(2, 'A1', 1234.5, 46345.5, '2026-11-20'),
    row(3, 'A2', 1, 46345.75, '2026-11-21'),
    row(5, 'Total: 2', 1235.5),
  ];
  const path = write(
    temporaryFolder(),
    'portal.xlsx',
    await madeWorkbook({ sheets: [{ name: 'S', rows: rows.join('') }] }),
  );
  const { map, columns, open } = await proposeStatement(path, parseSettings({}));
  expect(map).toEqual({
    portal: {
      ...{ kind: 'statement', sheet: 'S', footer: 1, totals: { rows: 'Order', gross: 'Gross' } },
      columns: { Order: 'order_no', Gross: 'gross', 'Paid At': 'completed_at', 'Settled On': 'settled_on' },
    },
  });
  expect(columns.map(({ samples }) => samples[0])).toEqual([
    'A1',
    '1234.5',
    '2026-11-19T12:00:00',
    '2026-11-20',
  ]);
  expect(open.join()).not.toMatch(/No known form|may be/);
});
