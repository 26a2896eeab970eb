import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../src/database/package-root.ts';
import { proposalText, proposeStatement } from '../../../src/ingest/propose-statement.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
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
        Repasse: 'payout_id',
      },
    },
  });
  expect(proposalText(proposal)).toContain('what each of these is: Venda, Estorno');
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
