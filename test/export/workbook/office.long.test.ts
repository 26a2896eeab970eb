import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Column, ColumnKind } from '../../../reports/report.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import type { Form } from '../../../src/export/profile.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { inTurn } from '../../support/in-turn.ts';
import { findOffice, type OfficeCell, openInOffice } from '../../support/libreoffice.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { DATE, feed, instant, MORNING, readCsv } from '../books.ts';
import { MISREAD_EVIDENCE, MISREAD_NUMBERS } from '../csv/misread-texts.ts';

/**
 * How LibreOffice reads a CSV as Excel does on a double click: `;` (59), quotes (34), UTF-8 (76), from line 1, the
 * language by Windows' number (pt-BR 1046, ar-EG 3073), quoted cells too, numbers and dates recognised, and formulas.
 */
const asIn = (language: number) => `59,34,76,1,,${language},false,true,false,false,false,0,true`;

const STANDARD: Form = { profile: 'standard', format: 'csv' };

const FORMS: ReadonlyArray<Form & { readonly language?: number; readonly decimalMark: string }> = [
  { profile: 'excel-br', format: 'csv', language: 1046, decimalMark: ',' },
  { profile: 'excel-eg', format: 'csv', language: 3073, decimalMark: '.' },
  { profile: 'standard', format: 'xlsx', decimalMark: '.' },
  { profile: 'excel-br', format: 'xlsx', decimalMark: ',' },
  { profile: 'excel-eg', format: 'xlsx', decimalMark: '.' },
];
const TRIED = inTurn(FORMS, ({ profile, format }) => `${profile} ${format}`);

/** Publishes the evidence as the standard CSVs, version 1, and again in a form, version 2; gives the date's folder. */
async function published(engine: Engine, form: Form): Promise<string> {
  const store = await engine.open();
  const folder = temporaryFolder();
  await feed(store, join(folder, 'logs/day.ndjson'), MISREAD_EVIDENCE);
  const at = instant(MORNING);
  for (const { profile, format } of [STANDARD, form]) {
    const settings = parseSettings({ export: { profile, format } });
    await reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out: folder });
  }
  return join(folder, DATE);
}

/** What a cell of the standard CSV should be to a spreadsheet. */
function expected(column: Column, text: string, decimalMark: string): OfficeCell | undefined {
  if (text === '') return undefined;
  switch (column.kind) {
    case 'text':
      return { type: 'string', value: text };
    case 'date':
      return { type: 'date', value: text };
    case 'utc':
    case 'local':
      return { type: 'date', value: text.slice(0, '2026-11-19T13:05:00'.length) };
    default:
      // More digits than a spreadsheet keeps.
      if (text.replace(/\D/g, '').length > 15)
        return { type: 'string', value: text.replace('.', decimalMark) };
      return { type: 'float', value: Number(text) };
  }
}

describe.skipIf(findOffice() === undefined)('LibreOffice', () => {
  onEngines('reads from every report what it says', (engine) => {
    it.each(TRIED)('$profile, $format', async (form) => {
      const folder = await published(engine, form);
      const filter = form.language === undefined ? undefined : asIn(form.language);
      for (const region of ['BR', 'EG']) {
        const files = PLAIN_REPORTS.map(({ name }) => join(folder, region, 'v2', `${name}.${form.format}`));
        const opened = await openInOffice(files, filter);
        for (const [index, { name, columns }] of PLAIN_REPORTS.entries()) {
          const cells = readCsv(join(folder, region, `v1/${name}.csv`));
          const sheets = opened[index]!;
          expect(sheets.map((sheet) => sheet.name)).toEqual([name]);
          expect(sheets[0]!.rows).toEqual([
            columns.map((column) => ({ type: 'string', value: column.name })),
            ...cells.map((row) =>
              withoutEnd(
                columns.map((column) =>
                  expected(column, shownText(column.kind, row[column.name]!, form.format), form.decimalMark),
                ),
              ),
            ),
          ]);
        }
      }
    });

    it('with the numbers of orders as they stand in the log', async () => {
      const folder = await published(engine, { profile: 'excel-br', format: 'csv' });
      const [opened] = await openInOffice([join(folder, 'BR/v2/orders.csv')], asIn(1046));
      const [header, ...rows] = opened![0]!.rows;
      const place = header!.findIndex((cell) => cell?.value === 'order_no');
      const numbers = rows.map((row) => row[place]);
      const guarded = Object.keys(MISREAD_NUMBERS)
        .sort()
        .map((text) => (text.startsWith('=') ? `'${text}` : text));
      expect(numbers).toEqual(guarded.map((value) => ({ type: 'string', value })));
    });
  });
});

/** What stands in a CSV with a guard against formulas needs none in a workbook, whose cells know what they are. */
function shownText(kind: ColumnKind, text: string, format: Form['format']): string {
  return kind === 'text' && format === 'xlsx' ? text.replace(/^'(?= *[=+\-@]|[\t\r\n\0])/, '') : text;
}

function withoutEnd<T>(cells: ReadonlyArray<T | undefined>): Array<T | undefined> {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== undefined) + 1);
}
