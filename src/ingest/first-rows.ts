import type { Settings } from '../settings/schema.ts';
import type { TableFormat } from '../settings/table-format.ts';
import { textOf } from './cells/table-cell.ts';
import { detectDialect, parseRows } from './csv/dialect.ts';
import { encodingsOf, UTF_8 } from './csv/encodings.ts';
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
const LINE_FEED = 10;
/** So many sheets of a workbook are read. */
const MOST_SHEETS = 50;

/** The first rows of a table whose columns nobody has named yet. */
export interface FirstRows {
  readonly rows: ReadonlyArray<readonly string[]>;
  /** What the settings need to say so that it is cut in the same way. */
  readonly format: TableFormat;
  /** The same rows in other encodings that the bytes may be in. */
  readonly others?: ReadonlyArray<{ readonly rows: FirstRows['rows']; readonly encoding: string }>;
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
  return isZip(whole) ? rowsOfWorkbook(whole, file, settings) : [rowsOfText(withoutCutLine(whole))];
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

/** The first bytes of a file without the line that they may break off in. */
function withoutCutLine(bytes: Buffer): Buffer {
  return bytes.length < MOST_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1);
}

function rowsOfText(bytes: Buffer): FirstRows {
  const readings = encodingsOf(bytes).map((encoding) => {
    const { rows, known } = rowsOf(new TextDecoder(encoding).decode(bytes));
    return { rows, known, encoding };
  });
  const best = readings.reduce((most, one) => (one.known > most.known ? one : most));
  const others = readings.filter((one) => one !== best).map(({ rows, encoding }) => ({ rows, encoding }));
  return {
    rows: best.rows,
    format: best.encoding === UTF_8 ? {} : { encoding: best.encoding },
    ...(others.length === 0 ? {} : { others }),
  };
}

function rowsOf(text: string): { readonly rows: string[][]; readonly known: number } {
  const lines = text.split(/\r?\n/).slice(0, MOST_ROWS);
  const auto = { delimiter: 'auto', quote: '"', encoding: UTF_8, headerRow: 1, isNamed: true };
  const known = (names: readonly string[]) =>
    names.filter((name) =>
      (['statement', 'bank'] as const).some((kind) => statedFieldsNamed(kind, name).length > 0),
    ).length;
  const dialects = lines.slice(0, 30).map((line) => {
    const { dialect, names } = detectDialect(line, auto, known);
    return { dialect, known: known(names) };
  });
  const best = dialects.reduce((most, one) => (one.known > most.known ? one : most));
  return { rows: lines.map((line) => parseRows(line, best.dialect)?.[0] ?? []), known: best.known };
}
