import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { run } from '../cli/command.ts';
import { readCsv } from '../reconcile/scenario.ts';
import { onEngines } from '../support/engines.ts';

/** The code blocks of README.md's section on CSV files: a shop's own table, and the settings that explain it. */
const SECTION = readFileSync(join(packageRoot, 'README.md'), 'utf8')
  .split('### CSV files')[1]!
  .split('\n### ')[0]!;
const [TABLE, SETTINGS] = [...SECTION.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block]) => block!);

const CALLBACKS = `orderNo,tradeNo,merchantId,merchantName,paymentMethod,transactionTime,status,money.currency,money.amount
0012345678,T1,M0001,Loja São João,PIX,2026-11-19T10:09:00-03:00,SUCCESS,BRL,19900
`;

onEngines('who has only the README and a table of his own', (engine) => {
  it('gets right reports with the settings that it shows', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'payin-recon-table-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    mkdirSync(join(cwd, 'exports'));
    writeFileSync(join(cwd, 'payin-recon.yaml'), SETTINGS!);
    writeFileSync(join(cwd, 'exports/pedidos-2026-11-19.csv'), TABLE!);
    writeFileSync(join(cwd, 'exports/callbacks.csv'), CALLBACKS);
    const { environment } = await engine.database();
    const command = [
      'reconcile',
      '--date',
      '2026-11-19',
      '--as-of',
      '2026-11-20T12:00:00Z',
      '--in',
      'exports',
    ];
    const { code, stderr } = await run(command, { cwd, environment });
    expect(stderr).toContain('Read 2 files, 2 records: 2 accepted, 0 duplicate, 0 rejected.\n');
    expect(code).toBe(0);
    const orders = readFileSync(join(cwd, 'payin-recon-reports/2026-11-19/BR/latest/orders.csv'), 'utf8');
    expect(readCsv(orders)).toMatchObject([
      {
        merchant_id: 'M0001',
        order_no: '0012345678',
        requested_amount: '200.00',
        paid_amount: '199.00',
        difference_amount: '-1.00',
        outcome: 'MISMATCH',
        findings: 'AMOUNT_MISMATCH',
        requested_at_local: '2026-11-19T10:05:00-03:00',
      },
    ]);
  });
});
