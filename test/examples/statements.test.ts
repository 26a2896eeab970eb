import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { counts, read } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FOLDER = join(packageRoot, 'examples/statements');

it('docs/guides/statements.md shows the settings and the export of the portal', () => {
  const page = readFileSync(join(packageRoot, 'docs/guides/statements.md'), 'utf8');
  for (const file of ['extrato-2026-11.csv', 'payin-recon.yaml']) {
    expect(page).toContain(`\n${readFileSync(join(FOLDER, 'portal', file), 'utf8')}\`\`\``);
  }
});

/** What is kept of each: of a statement its row, type, status, money, time and payout; of a bank its row, date and amount. */
const KEPT: Readonly<Record<string, { readonly counts: string; readonly rows: readonly string[] }>> = {
  portal: {
    counts: '3 = 3 + 0 + 0',
    rows: [
      'extrato L-9001 BR payment paid 123456 1235 122221 2026-11-19 13:06:12+00 2026-11-20 PO-1120',
      'extrato L-9002 BR payment paid 8990 90 8900 2026-11-19 13:21:40+00 2026-11-20 PO-1120',
      'extrato L-9003 BR refund paid 8990 - -8990 2026-11-20 12:00:00+00 2026-11-23 PO-1123',
    ],
  },
  workbook: {
    counts: '2 = 2 + 0 + 0',
    rows: [
      'settlement - EG payment paid 123450 2469 - 2026-11-19 13:06:00+00 2026-11-22 EG-1122',
      'settlement - EG payment paid 75000 1500 - 2026-11-19 13:31:00+00 2026-11-22 EG-1122',
    ],
  },
  'provider-zone': {
    counts: '2 = 2 + 0 + 0',
    rows: [
      'settlement - BR payment paid 123456 - - 2026-11-19 13:06:12+00 - -',
      'settlement - BR payment paid 8990 - - 2026-11-19 13:21:40+00 - -',
    ],
  },
  bank: {
    counts: '2 = 2 + 0 + 0',
    rows: [
      'extrato-banco 4567/202611200001 BR 2026-11-20 BRL 131121 REPASSE PO-1120',
      'extrato-banco 4567/202611230001 BR 2026-11-23 BRL -8990 ESTORNO PO-1123',
    ],
  },
  lines: {
    counts: '3 = 3 + 0 + 0',
    rows: [
      'statement L-1 BR payment paid 123456 1235 122221 2026-11-19 13:06:12+00 2026-11-20 PO-1120',
      'statement L-2 BR fee paid 500 - - - 2026-11-20 PO-1120',
      'bank B-1 BR 2026-11-20 BRL 121721 Payout PO-1120',
    ],
  },
};

onEngines('the statements of examples/statements', (engine) => {
  it.each(Object.keys(KEPT))('are read by their settings: %s', async (name) => {
    const store = await engine.emptied();
    const workingDirectory = temporaryFolder();
    cpSync(join(FOLDER, name), workingDirectory, { recursive: true });
    const settings = loadSettings({ environment: {}, workingDirectory, overrides: {}, file: undefined });
    const results = await read(store, [workingDirectory], { settings });
    expect(results.map(counts)).toEqual([KEPT[name]!.counts]);
    const { rows } = await store.session(({ db }) =>
      sql<Record<string, string>>`
        select concat_ws(' ', issuer, coalesce(row_id, '-'), region, type, status, gross_minor, coalesce(fee_minor::text, '-'),
                         coalesce(net_minor::text, '-'), coalesce(completed_at::text, '-'), coalesce(settled_on::text, '-'),
                         coalesce(payout_id, '-')) as row, line
        from statements
        union all
        select concat_ws(' ', issuer, row_id, region, booked_on, currency, amount_minor, reference), line + 100
        from bank_rows
        order by line`.execute(db),
    );
    expect(rows.map(({ row }) => row)).toEqual(KEPT[name]!.rows);
  });
});
