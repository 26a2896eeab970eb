import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { versionWorkbook } from '../../../src/books/download/version-workbook.ts';
import { DATE, EVIDENCE, feed, publish, readCsv } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { findOffice, openInOffice } from '../../support/libreoffice.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bytesOf, sourceOf } from './downloads.ts';

describe.skipIf(findOffice() === undefined)('LibreOffice', () => {
  onEngines('reads the workbook of a version', (engine) => {
    it.each([undefined, ['M0001']])(
      'with its totals and all its reports, limited to %j',
      async (merchants) => {
        const store = await engine.open();
        const folder = temporaryFolder();
        const out = join(folder, 'reports');
        await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
        await publish(store, out);
        const wanted = { region: 'BR', date: DATE, profile: 'excel-br', merchants } as const;
        const path = join(folder, 'all.xlsx');
        writeFileSync(path, await bytesOf(await versionWorkbook(sourceOf(store, out), wanted)));
        const [sheets = []] = await openInOffice([path], undefined);
        expect(sheets.map(({ name }) => name)).toEqual(['totals', ...PLAIN_REPORTS.map(({ name }) => name)]);
        for (const { name, columns } of PLAIN_REPORTS) {
          const { rows } = sheets.find((sheet) => sheet.name === name)!;
          expect(
            rows[0]!.map((cell) => cell?.value),
            name,
          ).toEqual(columns.map((column) => column.name));
          const published = readCsv(join(out, DATE, 'BR/v1', `${name}.csv`));
          // A rejected line belongs to no merchant.
          const shown = name === 'rejected-records' && merchants !== undefined ? [] : published;
          expect(rows.length - 1, name).toBe(shown.length);
        }
        const [header, ...totals] = sheets[0]!.rows;
        expect(header![merchants === undefined ? 0 : 2]?.value).toBe(
          merchants === undefined ? 'outcome' : 'merchant_id',
        );
        expect(totals.length).toBeGreaterThan(0);
      },
    );
  });
});
