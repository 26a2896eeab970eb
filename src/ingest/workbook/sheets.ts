import { posix } from 'node:path';
import { Fault } from '../../errors.ts';
import type { DayCount } from '../cells/table-cell.ts';
import { readXml } from './read-xml.ts';
import { readSharedStrings } from './shared-strings.ts';
import type { CellParts } from './sheet-rows.ts';
import type { ZipParts } from './zip-parts.ts';

/** A sheet of a workbook, and the parts that its cells refer to. */
export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly daysFrom: DayCount;
  /** The part with the texts of cells; undefined where there is none. */
  readonly strings: string | undefined;
  readonly styles: string | undefined;
}

interface Relation {
  readonly type: string;
  readonly part: string;
}

interface ListedSheet {
  readonly name: string;
  readonly id: string;
  readonly isHidden: boolean;
}

const MOST_NAMED = 20;

/**
 * Finds a sheet of cells: by its name, in any letter case, else the first that is not hidden.
 * @throws Fault SOURCE_SHEET, SOURCE_FORMAT for another Office document, SOURCE_BROKEN
 */
export async function findSheet(parts: ZipParts, wanted: string | undefined): Promise<Sheet> {
  const book = await openBook(parts);
  const sheet =
    wanted === undefined
      ? book.sheets.find(({ isHidden }) => !isHidden)
      : (book.sheets.find(({ name }) => name === wanted) ??
        book.sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()));
  if (sheet === undefined) throw noSheet(parts, wanted, book.sheets);
  return sheetOf(book, sheet);
}

/**
 * Finds all sheets of cells that are not hidden.
 * @throws Fault SOURCE_SHEET, SOURCE_FORMAT for another Office document, SOURCE_BROKEN
 */
export async function visibleSheets(parts: ZipParts): Promise<Sheet[]> {
  const book = await openBook(parts);
  const visible = book.sheets.filter(({ isHidden }) => !isHidden);
  if (visible.length === 0) throw noSheet(parts, undefined, book.sheets);
  return visible.map((sheet) => sheetOf(book, sheet));
}

/** What the cells of a sheet refer to. */
export async function cellParts(parts: ZipParts, { strings, styles, daysFrom }: Sheet): Promise<CellParts> {
  return {
    strings: await readSharedStrings(parts, strings),
    padding: await readZeroPadding(parts, styles),
    daysFrom,
  };
}

interface Book {
  /** Those with cells. */
  readonly sheets: readonly ListedSheet[];
  readonly daysFrom: DayCount;
  readonly relations: ReadonlyMap<string, Relation>;
}

async function openBook(parts: ZipParts): Promise<Book> {
  const root = (await relationsOf(parts, '')).values();
  const book = [...root].find(({ type }) => type === 'officeDocument')?.part;
  if (book === undefined || !/\.xml$/i.test(book)) throw notWorkbook(parts, book);
  const relations = await relationsOf(parts, book);
  const { sheets, daysFrom, isWorkbook } = await listSheets(parts, book);
  if (!isWorkbook) throw notWorkbook(parts, book);
  const withCells = sheets.filter(({ id }) => relations.get(id)?.type === 'worksheet');
  return { sheets: withCells, daysFrom, relations };
}

function sheetOf({ relations, daysFrom }: Book, { name, id }: ListedSheet): Sheet {
  const partOf = (wantedType: string) =>
    [...relations.values()].find(({ type }) => type === wantedType)?.part;
  return {
    name,
    part: relations.get(id)!.part,
    daysFrom,
    strings: partOf('sharedStrings'),
    styles: partOf('styles'),
  };
}

/** What a part refers to, by the identifiers of the references; none for a part that refers to nothing. */
async function relationsOf(parts: ZipParts, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const name = posix.join(part === '' ? '.' : folder, '_rels', `${posix.basename(part)}.rels`);
  const found = new Map<string, Relation>();
  if (!parts.has(name)) return found;
  await readXml(parts.text(name), {
    open(element, { Id, Type, Target, TargetMode }) {
      if (element !== 'Relationship' || !Id || !Type || !Target || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      found.set(Id, { type: posix.basename(Type), part: target });
    },
  });
  return found;
}

async function listSheets(parts: ZipParts, book: string) {
  const sheets: ListedSheet[] = [];
  let daysFrom: DayCount = '1900';
  let isWorkbook = false;
  await readXml(parts.text(book), {
    open(element, attributes) {
      if (element === 'workbook') isWorkbook = true;
      if (element === 'workbookPr' && /^(1|true|on)$/.test(attributes['date1904'] ?? '')) daysFrom = '1904';
      if (element !== 'sheet') return;
      const { name = '', id = '', state = 'visible' } = attributes;
      sheets.push({ name, id, isHidden: state !== 'visible' });
    },
  });
  return { sheets, daysFrom: daysFrom as DayCount, isWorkbook };
}

function noSheet(parts: ZipParts, wanted: string | undefined, sheets: readonly ListedSheet[]): Fault {
  const names = sheets
    .slice(0, MOST_NAMED)
    .map(({ name, isHidden }) => `${name}${isHidden ? ' (hidden)' : ''}`);
  const more = sheets.length > MOST_NAMED ? `, and ${sheets.length - MOST_NAMED} more` : '';
  const there = names.length === 0 ? 'no sheet with cells' : `the sheets ${names.join(', ')}${more}`;
  return new Fault('SOURCE_SHEET', {
    where: parts.path,
    found: there,
    expected: wanted === undefined ? 'a sheet that is not hidden' : `the sheet ${wanted}`,
  });
}

function notWorkbook(parts: ZipParts, book: string | undefined): Fault {
  const isBinary = book !== undefined && /\.bin$/i.test(book);
  return new Fault('SOURCE_FORMAT', {
    where: parts.path,
    found: isBinary ? 'a binary Excel workbook (.xlsb)' : 'an Office document or archive that is no workbook',
    expected: 'NDJSON (a JSON object a line), CSV, or an Excel workbook (.xlsx)',
    remedy: 'Save it as .xlsx or as CSV, and give that file.',
  });
}

/**
 * How many digits the styles of cells show at least, by the number of the style: with the format 0000000000 the number
 * 12345678 is shown as 0012345678, which is then the identifier.
 */
async function readZeroPadding(
  parts: ZipParts,
  part: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const padding = new Map<string, number>();
  if (part === undefined || !parts.has(part)) return padding;
  const formats = new Map<string, number>();
  let isCells = false;
  let style = 0;
  await readXml(parts.text(part), {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt' && /^0{2,}$/.test(formatCode)) formats.set(numFmtId, formatCode.length);
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells) return;
      const digits = formats.get(numFmtId);
      if (digits !== undefined) padding.set(String(style), digits);
      style += 1;
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return padding;
}
