import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../cli/command.ts';
import { parsePage } from '../docs/pages.ts';
import { readCsv } from '../reconcile/scenario.ts';
import { readCode } from '../support/code-files.ts';
import { onEngines } from '../support/engines.ts';

/** A page that shows a shop's own tables, and the settings that explain them. */
const PAGE = parsePage('docs/guides/csv-and-own-columns.md', readCode('docs/guides/csv-and-own-columns.md'));
const FILES = PAGE.blocks.flatMap(({ mark, text }) => {
  const [, name] = /^file: (\S+)$/.exec(mark) ?? [];
  return name === undefined ? [] : [{ name, text: `${text}\n` }];
});

onEngines('who has only the page about CSV files and tables of his own', (engine) => {
  it('gets right reports with the settings that it shows', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'payin-recon-table-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    mkdirSync(join(cwd, 'exports'));
    expect([...new Set(FILES.map(({ name }) => name))]).toEqual([
      'exports/pedidos-2026-11-19.csv',
      'payin-recon.yaml',
      'exports/pagamentos-2026-11-19.csv',
    ]);
    // The settings are shown twice, at last with both tables.
    for (const { name, text } of FILES) writeFileSync(join(cwd, name), text);
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
        paid_amount: '200.00',
        difference_amount: '0.00',
        outcome: 'MATCHED',
        findings: '',
        requested_at_local: '2026-11-19T10:05:00-03:00',
      },
    ]);
  });
});
