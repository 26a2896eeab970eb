import type { Column, Report, ReportRow } from '../../../reports/report.ts';
import { Fault } from '../../errors.ts';
import { kindThere, plainText, type ZoneOf } from '../csv/cell.ts';
import type { Profile } from '../profile.ts';
import { type ExcelCell, excelCell } from './excel-cell.ts';
import { sheetName } from './sheet-name.ts';
import { frameParts, SHEET_END, STYLE, sheetHead } from './workbook-parts.ts';
import { type ZipEntry, zip } from './zip.ts';

/** Excel's limit for the rows of a sheet, including the header. */
const MOST_ROWS = 1_048_576;
/** Excel's limit for the text of a cell, in UTF-16 units. */
const MOST_LETTERS = 32_767;
const WIDEST = 60;
/** Days from 1899-12-30, where Excel's day numbers begin, to 1970-01-01. */
const DAYS_TO_1970 = 25_569;
const DAY_MILLISECONDS = 86_400_000;

type CellRow = readonly (ExcelCell | undefined)[];

/** One table of a workbook: its rows in blocks under its columns. Its name is that of its sheet. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly blocks: AsyncIterable<readonly ReportRow[]>;
  readonly zoneOf: ZoneOf;
}

/**
 * Writes a report as an Office Open XML workbook (.xlsx), using the memory of one block of rows. The same rows give the
 * same bytes. Rows that do not fit on one sheet continue on the next.
 * @throws Fault WORKBOOK_LIMIT if a text is longer than a cell allows
 */
export function workbook(
  { name, columns }: Pick<Report, 'name' | 'columns'>,
  blocks: AsyncIterable<readonly ReportRow[]>,
  zoneOf: ZoneOf,
  profile: Profile,
): AsyncGenerator<Buffer> {
  return workbookOf([{ name, columns, blocks, zoneOf }], profile);
}

/**
 * Writes several tables as one workbook, each on its own sheet in their order, one after the other: the rows of a sheet
 * are asked for after the last row of the sheet before it. Otherwise like {@link workbook}.
 * @throws Fault WORKBOOK_LIMIT if a text is longer than a cell allows
 */
export function workbookOf(sheets: Iterable<Sheet>, profile: Profile): AsyncGenerator<Buffer> {
  return zip(parts(sheets, profile));
}

async function* cellsOf(
  { name, columns, blocks, zoneOf }: Sheet,
  { decimalMark }: Profile,
): AsyncGenerator<readonly CellRow[]> {
  const cellOf = (column: Column, row: ReportRow) => {
    // A text cell in a workbook is never read as a formula, so it needs no protection.
    const text = plainText(column, row, zoneOf);
    if (text.length <= MOST_LETTERS) return excelCell(kindThere(column, row), text, decimalMark);
    throw new Fault('WORKBOOK_LIMIT', {
      where: `${name}, column ${column.name}`,
      found: `a text of ${text.length} letters`,
      expected: `at most ${MOST_LETTERS}, which is what a cell of Excel holds`,
    });
  };
  for await (const rows of blocks) yield rows.map((row) => columns.map((column) => cellOf(column, row)));
}

/** The parts of a workbook: every sheet, then what names and links them. */
async function* parts(sheets: Iterable<Sheet>, profile: Profile): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const sheet of sheets) {
    const cells = cellsOf(sheet, profile);
    try {
      yield* sheetParts(sheet, cells, names);
    } finally {
      // If writing the file fails, close the reader of the remaining rows.
      await cells.return(undefined);
    }
  }
  for (const [part, xml] of frameParts(names, profile)) yield { name: part, blocks: [xml] };
}

/** A table as one part, or as several if it has more rows than a sheet; the names of its sheets are added to the list. */
async function* sheetParts(
  { name, columns }: Sheet,
  blocks: AsyncGenerator<readonly CellRow[]>,
  names: string[],
): AsyncGenerator<ZipEntry> {
  const header: CellRow = columns.map((column) => ({ type: 'text', text: column.name }));
  let block = await blocks.next();
  let used = 0;
  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead(widthsOf(header, block.done === true ? [] : block.value));
    yield rowXml(1, header, STYLE.header);
    let rows = 1;
    while (block.done !== true && rows < MOST_ROWS) {
      const fitting = block.value.slice(used, used + MOST_ROWS - rows);
      yield fitting.map((row, index) => rowXml(rows + index + 1, row)).join('');
      rows += fitting.length;
      used += fitting.length;
      if (used < block.value.length) continue;
      block = await blocks.next();
      used = 0;
    }
    yield SHEET_END;
  }
  let continued = 1;
  do {
    names.push(sheetName(name, continued, names));
    continued += 1;
    yield { name: `xl/worksheets/sheet${names.length}.xml`, blocks: sheet() };
  } while (block.done !== true);
}

/** Column widths in characters, from the first rows, because the sheet is written before all rows are known. */
function widthsOf(header: CellRow, rows: readonly CellRow[]): number[] {
  return header.map((_, index) => {
    const longest = [header, ...rows].reduce((most, row) => Math.max(most, lengthOf(row[index])), 0);
    return Math.min(longest + 2, WIDEST);
  });
}

function lengthOf(cell: ExcelCell | undefined): number {
  if (cell === undefined) return 0;
  if (cell.type === 'text') return cell.text.length;
  // Includes a separator for every three digits.
  return 'digits' in cell ? Math.ceil((cell.digits.length * 4) / 3) : cell.wall.length;
}

function rowXml(number: number, row: CellRow, textStyle: number = STYLE.text): string {
  const cells = row.map((cell, index) =>
    cell === undefined ? '' : cellXml(`${columnName(index)}${number}`, cell, textStyle),
  );
  return `<row r="${number}">${cells.join('')}</row>`;
}

function cellXml(place: string, cell: ExcelCell, textStyle: number): string {
  switch (cell.type) {
    case 'text':
      return `<c r="${place}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.text)}</t></is></c>`;
    case 'whole':
      return `<c r="${place}" s="${STYLE.whole}"><v>${cell.digits}</v></c>`;
    case 'amount': {
      const decimals = cell.digits.split('.')[1]?.length ?? 0;
      return `<c r="${place}" s="${STYLE.amount + decimals}"><v>${cell.digits}</v></c>`;
    }
    default:
      return `<c r="${place}" s="${STYLE[cell.type]}"><v>${serialNumber(cell.wall)}</v></c>`;
  }
}

/** 0 is A, 25 is Z, 26 is AA. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/** Excel's day number of a local time, with the time as its fraction. */
function serialNumber(wall: string): number {
  const milliseconds = Date.parse(wall.length === 10 ? wall : `${wall}Z`);
  return milliseconds / DAY_MILLISECONDS + DAYS_TO_1970;
}

/**
 * Escapes a text for XML. Control characters are not allowed there, so they become `_x0001_` as in Excel. Original text
 * of that form is escaped too.
 */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
