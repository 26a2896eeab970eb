import type { Column, Report, ReportRow } from '../../../reports/report.ts';
import { Fault } from '../../errors.ts';
import { kindThere, plainText, type ZoneOf } from '../csv/cell.ts';
import type { Profile } from '../profile.ts';
import { type ExcelCell, excelCell } from './excel-cell.ts';
import { frameParts, SHEET_END, STYLE, sheetHead } from './workbook-parts.ts';
import { type ZipEntry, zip } from './zip.ts';

/** Of a sheet, with its header row. */
const MOST_ROWS = 1_048_576;
/** Of a cell's text, as Excel counts it. */
const MOST_LETTERS = 32_767;
const WIDEST = 60;
/** From 1899-12-30, from which Excel counts days, to 1970-01-01. */
const DAYS_TO_1970 = 25_569;
const DAY_MILLISECONDS = 86_400_000;

type CellRow = readonly (ExcelCell | undefined)[];

/**
 * A report as a workbook of Office Open XML (.xlsx) in the memory of one block of rows; the same rows give the same
 * bytes. What one sheet cannot hold goes on in the next.
 * @throws Fault WORKBOOK_LIMIT where a text is longer than a cell holds
 */
export function workbook(
  report: Report,
  blocks: AsyncIterable<readonly ReportRow[]>,
  zoneOf: ZoneOf,
  profile: Profile,
): AsyncGenerator<Buffer> {
  return zip(parts(report, cellsOf(report, blocks, zoneOf, profile), profile));
}

async function* cellsOf(
  { name, columns }: Report,
  blocks: AsyncIterable<readonly ReportRow[]>,
  zoneOf: ZoneOf,
  { decimalMark }: Profile,
): AsyncGenerator<readonly CellRow[]> {
  const cellOf = (column: Column, row: ReportRow) => {
    // A text cell of a workbook is no formula, whatever it begins with: it needs no guard.
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

async function* parts(
  { name, columns }: Report,
  blocks: AsyncGenerator<readonly CellRow[]>,
  profile: Profile,
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
  const sheets: string[] = [];
  try {
    do {
      sheets.push(sheets.length === 0 ? name : `${name} ${sheets.length + 1}`);
      yield { name: `xl/worksheets/sheet${sheets.length}.xml`, blocks: sheet() };
    } while (block.done !== true);
    for (const [part, xml] of frameParts(sheets, profile)) yield { name: part, blocks: [xml] };
  } finally {
    // Where the file cannot be written, the rows that were not asked for are let go.
    await blocks.return(undefined);
  }
}

/** In letters, by what the first rows show: a sheet is written before its end is known. */
function widthsOf(header: CellRow, rows: readonly CellRow[]): number[] {
  return header.map((_, index) => {
    const longest = [header, ...rows].reduce((most, row) => Math.max(most, lengthOf(row[index])), 0);
    return Math.min(longest + 2, WIDEST);
  });
}

function lengthOf(cell: ExcelCell | undefined): number {
  if (cell === undefined) return 0;
  if (cell.type === 'text') return cell.text.length;
  // With a separator for every three digits.
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

/** Days and their fraction since Excel's first, of the wall clock. */
function serialNumber(wall: string): number {
  const milliseconds = Date.parse(wall.length === 10 ? wall : `${wall}Z`);
  return milliseconds / DAY_MILLISECONDS + DAYS_TO_1970;
}

/** XML has no control characters: they are written as Excel does, `_x0001_`, and what looks so by itself is kept. */
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
