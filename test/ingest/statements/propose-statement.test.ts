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

it('a map is proposed for a workbook', async () => {
  const path = join(packageRoot, 'examples/statements/workbook/settlement-2026-11.xlsx');
  expect((await proposeStatement(path, SETTINGS)).map).toMatchObject({ settlement: { sheet: 'Summary' } });
});
