import type { Settings } from '../settings/schema.ts';
import type { TableFormat } from '../settings/table-format.ts';
import { textOf } from './cells/table-cell.ts';
import { detectDialect, parseRows } from './csv/dialect.ts';
import { statedFieldsNamed } from './csv/stated-names.ts';
import { openSource } from './files/open-source.ts';
import { isZip } from './files/source-format.ts';
import { readSharedStrings } from './workbook/shared-strings.ts';
import { sheetRows } from './workbook/sheet-rows.ts';
import { visibleSheets } from './workbook/sheets.ts';
import { readZeroPadding } from './workbook/zero-padding.ts';
import { ZipParts } from './workbook/zip-parts.ts';

/** So much of a text is read. */
const MOST_BYTES = 262_144;
const MOST_ROWS = 200;
/** So many sheets of a workbook are read. */
const MOST_SHEETS = 50;

/** The first rows of a table whose columns nobody has named yet. */
export interface FirstRows {
  readonly rows: ReadonlyArray<readonly string[]>;
  /** What the settings need to say so that it is cut in the same way. */
  readonly format: TableFormat;
}

/**
 * Reads the first rows of a CSV file, or of each sheet of a workbook that is not hidden, as texts. Throws what openSource and
 * workbooks throw.
 */
export async function firstRows(file: string, settings: Settings): Promise<FirstRows[]> {
  const { chunks } = openSource(file, settings.ingest.maxFileBytes);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes >= (isZip(parts[0]!) ? settings.ingest.maxWorkbookBytes : MOST_BYTES)) break;
  }
  const whole = Buffer.concat(parts);
  return isZip(whole) ? rowsOfWorkbook(whole, file, settings) : [rowsOfText(whole)];
}

async function rowsOfWorkbook(bytes: Buffer, file: string, settings: Settings): Promise<FirstRows[]> {
  const parts = await ZipParts.open(bytes, file, settings.ingest.maxWorkbookBytes);
  const sheets = (await visibleSheets(parts)).slice(0, MOST_SHEETS);
  // The texts and styles are of the whole workbook.
  const strings = await readSharedStrings(parts, sheets[0]!.strings);
  const padding = await readZeroPadding(parts, sheets[0]!.styles);
  const found: FirstRows[] = [];
  for (const sheet of sheets) {
    const rows: string[][] = [];
    const cells = { strings, padding, daysFrom: sheet.daysFrom };
    for await (const block of sheetRows(parts.text(sheet.part), cells)) {
      for (const row of block) rows[row.number - 1] = row.cells.map(textOf);
      if (rows.length >= MOST_ROWS) break;
    }
    found.push({ rows: Array.from(rows, (row) => row ?? []), format: { sheet: sheet.name } });
  }
  return found;
}

function rowsOfText(bytes: Buffer): FirstRows {
  const { text, format } = decoded(bytes);
  const lines = text.split(/\r?\n/).slice(0, MOST_ROWS);
  const auto = { delimiter: 'auto', quote: '"', encoding: 'utf-8', headerRow: 1, isNamed: true };
  const known = (names: readonly string[]) =>
    names.filter((name) =>
      (['statement', 'bank'] as const).some((kind) => statedFieldsNamed(kind, name).length > 0),
    ).length;
  const dialects = lines.slice(0, 30).map((line) => {
    const { dialect, names } = detectDialect(line, auto, known);
    return { dialect, known: known(names) };
  });
  const best = dialects.reduce((most, one) => (one.known > most.known ? one : most));
  const rows = lines.map((line) => parseRows(line, best.dialect)?.[0] ?? []);
  return { rows, format };
}

function decoded(bytes: Buffer): { readonly text: string; readonly format: TableFormat } {
  const end = bytes.length < MOST_BYTES ? bytes.length : bytes.lastIndexOf(10) + 1;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end)), format: {} };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), format: { encoding: 'windows-1252' } };
  }
}
