import { Fault } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';
import type { TableFormat } from '../../settings/table-format.ts';
import { quoted } from '../../terminal-text.ts';
import { type DayCount, textOf } from '../cells/table-cell.ts';
import { type Dialect, detectDialect, marksOf, parseRows, possibleDelimiters } from '../csv/dialect.ts';
import { encodingsOf, UTF_8 } from '../csv/encodings.ts';
import { loneReturns } from '../csv/lone-returns.ts';
import { followQuotes, type QuoteMarks } from '../csv/open-quote.ts';
import { statedFieldsNamed } from '../csv/stated-names.ts';
import { openSource } from '../files/open-source.ts';
import { isZip } from '../files/source-format.ts';
import { isOfx } from '../ofx/ofx-head.ts';
import { XmlError } from '../workbook/read-xml.ts';
import { sheetRows } from '../workbook/sheet-rows.ts';
import { cellParts, visibleSheets } from '../workbook/sheets.ts';
import { broken as brokenWorkbook, ZipParts } from '../workbook/zip-parts.ts';

const MOST_BYTES = 262_144;
const MOST_ROWS = 200;
/** So much of a file's end, and so many of its last rows, are looked at. */
const LAST_BYTES = 65_536;
const LAST_ROWS = 20;
const NOTHING = Buffer.alloc(0);
const LINE_FEED = 10;
const MOST_SHEETS = 50;

/** A row that goes on for more lines is none. */
const MOST_LINES_OF_ROW = 20;
const MOST_HEADERS = 30;

/** A line that is no row: a cell in quotation marks does not end, or began in a line that is not among these. */
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
 * Reads the first rows of a CSV file, or of each sheet of a workbook that is not hidden, as texts: a row of several lines at the first
 * of them, and nothing at the others. Throws SOURCE_FORMAT for an empty file, USAGE for what needs no names of columns, and what
 * openSource and workbooks throw.
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
  if (isZip(first)) {
    return rowsOfWorkbook(first, file, settings, withLast).catch((error: unknown) => {
      throw error instanceof XmlError ? brokenWorkbook(file, error) : error;
    });
  }
  refuseOthers(first, file);
  const isWhole = first.length === bytes && bytes < MOST_BYTES;
  return [rowsOfText(isWhole ? first : withoutCutLine(first), isWhole, withLast ? end : undefined)];
}

/** Throws a fault for an empty file, for lines of JSON and for account statements in OFX. */
function refuseOthers(first: Buffer, file: string): void {
  const text = new TextDecoder(encodingsOf(first)[0]).decode(first).trimStart();
  if (text === '') {
    throw new Fault('SOURCE_FORMAT', {
      where: file,
      found: 'an empty file',
      expected: 'a table with the names of its columns',
      remedy: 'Export it again.',
    });
  }
  if (!text.includes('\n') && text.trimEnd().includes('\r')) throw loneReturns(file, 1);
  const found = isOfx(first) ? 'an account statement in OFX' : isJson(text) ? 'lines of JSON' : undefined;
  if (found === undefined) return;
  throw new Fault('USAGE', {
    where: file,
    found: `${found}, which need${found.startsWith('a') ? 's' : ''} no map of columns`,
    expected: 'a table: a CSV file or a workbook',
    remedy: `payin-recon ingest --dry-run ${quoted(file)} shows how it is read. See docs/guides/statements.md.`,
  });
}

/** Whether a text begins with an object of JSON, or a list of them. */
function isJson(text: string): boolean {
  return /^(\[\s*)?\{\s*("|\})/.test(text);
}

async function rowsOfWorkbook(
  bytes: Buffer,
  file: string,
  settings: Settings,
  withLast: boolean,
): Promise<FirstRows[]> {
  const parts = await ZipParts.open(bytes, file, settings.ingest.maxWorkbookBytes);
  const sheets = (await visibleSheets(parts)).slice(0, MOST_SHEETS);
  // Texts, styles and the count of days are of the whole workbook.
  const cells = await cellParts(parts, sheets[0]!);
  const found: FirstRows[] = [];
  for (const sheet of sheets) {
    const rows: string[][] = [];
    let last: string[][] = [];
    let isWhole = true;
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
  const lines = text.split('\n').slice(0, MOST_ROWS);
  const auto = { delimiter: 'auto', quote: '"', encoding: UTF_8, headerRow: 1, isNamed: true };
  const marks = marksOf(possibleDelimiters(auto), auto.quote);
  const known = (names: readonly string[]) =>
    names.filter((name) =>
      (['statement', 'bank'] as const).some((kind) => statedFieldsNamed(kind, name).length > 0),
    ).length;
  const dialects = lines.slice(0, MOST_HEADERS).map((_line, at) => {
    const header = withoutReturn(lines.slice(at, at + linesOfRow(lines, at, marks)).join('\n'));
    const { dialect, names } = detectDialect(header, auto, known);
    return { at, dialect, known: known(names) };
  });
  const best = dialects.reduce((most, one) => (one.known > most.known ? one : most));
  return { rows: joinedRows(lines, best), known: best.known, dialect: best.dialect };
}

/** The rows at their lines. A quotation mark in a line before the header means nothing. */
function joinedRows(
  lines: readonly string[],
  { at: header, dialect }: { readonly at: number; readonly dialect: Dialect },
): FirstRows['rows'] {
  const marks = marksOf([dialect.delimiter], dialect.quote);
  const rows: (readonly string[])[] = [];
  while (rows.length < lines.length) {
    const at = rows.length;
    const count = at < header ? 1 : linesOfRow(lines, at, marks);
    rows.push(rowOf(withoutReturn(lines.slice(at, at + count).join('\n')), dialect));
    for (let more = 1; more < count; more += 1) rows.push([]);
  }
  return rows;
}

/** How many lines the row has that begins at one: 1 too where a quoted cell does not end. */
function linesOfRow(lines: readonly string[], at: number, marks: QuoteMarks): number {
  let isOpen = false;
  for (let count = 1; count <= MOST_LINES_OF_ROW && at + count <= lines.length; count += 1) {
    const { open, broken } = followQuotes(Buffer.from(lines[at + count - 1]!), marks, isOpen);
    if (broken) return 1;
    if (!open) return count;
    isOpen = open;
  }
  return 1;
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
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
