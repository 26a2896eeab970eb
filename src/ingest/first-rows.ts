import type { Settings } from '../settings/schema.ts';
import type { TableFormat } from '../settings/table-format.ts';
import { type DayCount, textOf } from './cells/table-cell.ts';
import { type Dialect, detectDialect, parseRows } from './csv/dialect.ts';
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
/** So much of a file's end, and so many of its last rows, are looked at. */
const LAST_BYTES = 65_536;
const LAST_ROWS = 20;
const NOTHING = Buffer.alloc(0);
const LINE_FEED = 10;
/** So many sheets of a workbook are read. */
const MOST_SHEETS = 50;

/** A line that is no row by itself: a cell in quotation marks goes on in the next line, or began in an earlier one. */
export const PART_OF_ROW: readonly string[] = [];

/** The first rows of a table whose columns nobody has named yet. */
export interface FirstRows {
  readonly rows: ReadonlyArray<readonly string[]>;
  /** What the settings need to say so that it is cut in the same way. */
  readonly format: TableFormat;
  /** Of a workbook: the day that a number counts from, if it is a time. */
  readonly daysFrom?: DayCount;
  /** The last rows that are not empty, where they were asked for; they may be among the first. */
  readonly last?: FirstRows['rows'];
  /** Whether the first rows are all rows. */
  readonly isWhole: boolean;
  /** The same rows in other encodings that the bytes may be in. */
  readonly others?: ReadonlyArray<{ readonly rows: FirstRows['rows']; readonly encoding: string }>;
}

/**
 * Reads the first rows of a CSV file, or of each sheet of a workbook that is not hidden, as texts. Throws what openSource and
 * workbooks throw.
 * @param withLast whether the last rows are wanted too, for which a file is read to its end
 */
export async function firstRows(file: string, settings: Settings, withLast = false): Promise<FirstRows[]> {
  const { chunks } = openSource(file, settings.ingest.maxFileBytes);
  const parts: Buffer[] = [];
  let bytes = 0;
  let end = NOTHING;
  for await (const chunk of chunks) {
    const isBook = isZip(parts[0] ?? chunk);
    const most = isBook ? settings.ingest.maxWorkbookBytes : MOST_BYTES;
    if (bytes < most) parts.push(Buffer.from(chunk));
    else if (isBook || !withLast) break;
    bytes += chunk.length;
    end = Buffer.concat([end, chunk]);
    // An even number, as a letter of UTF-16 has two bytes.
    end = end.subarray(Math.max(0, end.length - LAST_BYTES) & ~1);
  }
  const first = Buffer.concat(parts);
  if (isZip(first)) return rowsOfWorkbook(first, file, settings, withLast);
  const isWhole = first.length === bytes && bytes < MOST_BYTES;
  return [rowsOfText(isWhole ? first : withoutCutLine(first), isWhole, withLast ? end : undefined)];
}

async function rowsOfWorkbook(
  bytes: Buffer,
  file: string,
  settings: Settings,
  withLast: boolean,
): Promise<FirstRows[]> {
  const parts = await ZipParts.open(bytes, file, settings.ingest.maxWorkbookBytes);
  const sheets = (await visibleSheets(parts)).slice(0, MOST_SHEETS);
  // The texts and styles are of the whole workbook.
  const strings = await readSharedStrings(parts, sheets[0]!.strings);
  const padding = await readZeroPadding(parts, sheets[0]!.styles);
  const found: FirstRows[] = [];
  for (const sheet of sheets) {
    const rows: string[][] = [];
    let last: string[][] = [];
    let isWhole = true;
    const cells = { strings, padding, daysFrom: sheet.daysFrom };
    for await (const block of sheetRows(parts.text(sheet.part), cells)) {
      const texts = block.map((row) => row.cells.map(textOf));
      if (rows.length < MOST_ROWS)
        for (const [index, row] of block.entries()) rows[row.number - 1] = texts[index]!;
      else isWhole = false;
      last = [...last, ...texts.filter(isFilled)].slice(-LAST_ROWS);
      if (!isWhole && !withLast) break;
    }
    const first = Array.from(rows, (row) => row ?? []);
    found.push({
      rows: first,
      format: { sheet: sheet.name },
      daysFrom: sheet.daysFrom,
      isWhole,
      ...(withLast ? { last } : {}),
    });
  }
  return found;
}

/** The first bytes of a file without the line that they may break off in. */
function withoutCutLine(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1);
}

function rowsOfText(bytes: Buffer, isWhole: boolean, end: Buffer | undefined): FirstRows {
  const readings = encodingsOf(bytes).map((encoding) => ({
    ...rowsOf(new TextDecoder(encoding).decode(bytes)),
    encoding,
  }));
  const best = readings.reduce((most, one) => (one.known > most.known ? one : most));
  const others = readings.filter((one) => one !== best).map(({ rows, encoding }) => ({ rows, encoding }));
  return {
    rows: best.rows,
    isWhole: isWhole && best.rows.length < MOST_ROWS,
    format: best.encoding === UTF_8 ? {} : { encoding: best.encoding },
    ...(others.length === 0 ? {} : { others }),
    ...(end === undefined ? {} : { last: lastRows(end, best) }),
  };
}

interface RowsOfText {
  readonly rows: FirstRows['rows'];
  readonly known: number;
  readonly dialect: Dialect;
}

function rowsOf(text: string): RowsOfText {
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
  const rows = lines.map((line) => rowOf(line, best.dialect));
  return { rows, known: best.known, dialect: best.dialect };
}

/** The last lines as the settings count them: those of blanks are none. */
function lastRows(
  end: Buffer,
  { encoding, dialect }: { encoding: string; dialect: Dialect },
): FirstRows['rows'] {
  const lines = new TextDecoder(encoding).decode(end).split(/\r?\n/);
  const whole = end.length < LAST_BYTES ? lines : lines.slice(1);
  const filled = whole.filter((line) => line.trim() !== '').slice(-LAST_ROWS);
  return filled.map((line) => rowOf(line, dialect));
}

function rowOf(line: string, dialect: Dialect): readonly string[] {
  const parsed = parseRows(line, dialect);
  return parsed === undefined ? PART_OF_ROW : (parsed[0] ?? []);
}

function isFilled(row: readonly string[]): boolean {
  return row.some((cell) => cell !== '');
}
