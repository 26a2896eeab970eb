import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { proposeStatement } from '../../../src/ingest/propose/propose-statement.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it.each([
  ['Txn ID', 'trade_no'],
  ['Processing Fee', 'fee'],
  ['Valor R$', 'gross'],
  ['Valor bruto (R$)', 'gross'],
  ['Tarifa (R$)', 'fee'],
  ['Valor líquido [BRL]', 'net'],
  ['الرسوم (ج.م.)', 'fee'],
  ['Data/Hora', 'completed_at'],
  ['Previsão de repasse', 'settled_on'],
  ['Lote de repasse', 'payout_id'],
  ['صافي القيمة', 'net'],
  ['معرف الطلب', 'order_no'],
  ['حالة العملية', 'status'],
  ['مرجع التسوية', 'payout_id'],
])('the name %s is that of %s', async (column, means) => {
  const path = join(temporaryFolder(), 'x.csv');
  writeFileSync(path, `Merchant;${column}\nM1;1\n`);
  expect((await proposeStatement(path, parseSettings({}))).columns[1]).toMatchObject({
    column,
    means,
    samples: ['1'],
  });
});
