import type { TableFormat } from '../../settings/table-format.ts';
import { textOf } from '../cells/table-cell.ts';
import { findTable } from '../csv/column-plan.ts';
import { Footer } from '../csv/footer.ts';
import { type TableReading, TableStager } from '../csv/table-stager.ts';
import type { RecordStager } from '../staging/record-stager.ts';
import { oneMore, type RemarkableRows } from '../staging/remarkable-rows.ts';
import { MergedCells } from './merged-cells.ts';
import { otherSheets } from './other-sheets.ts';
import { XmlError } from './read-xml.ts';
import { type SheetRow, sheetRows } from './sheet-rows.ts';
import { cellParts, findSheet } from './sheets.ts';
import { broken, workbookTooLarge, ZipParts } from './zip-parts.ts';

export interface WorkbookReading extends TableReading {
  /** How many rows after the header are read; all if absent. */
  readonly firstRows: number | undefined;
  /** Called after each block of rows. */
  readonly onRows: () => Promise<void>;
}

/**
 * Stages the rows of a workbook's sheet; a row's number in the sheet is its line. The packed workbook is held in
 * memory, its rows are not.
 * @returns whether rows were left out because of firstRows
 * @throws Fault SOURCE_COLUMNS, SOURCE_SHEET, SOURCE_FORMAT, SOURCE_BROKEN, SOURCE_TOTALS
 */
export async function stageWorkbook(
  chunks: AsyncIterable<Uint8Array>,
  stager: RecordStager,
  reading: WorkbookReading,
): Promise<boolean> {
  const { file, settings } = reading;
  const { maxWorkbookBytes } = settings.ingest;
  const parts = await ZipParts.open(await wholeOf(chunks, file, maxWorkbookBytes), file, maxWorkbookBytes);
  try {
    const format: TableFormat = findTable(settings, file)?.table ?? {};
    const sheet = await findSheet(parts, format.sheet);
    const cells = await cellParts(parts, sheet);
    const merged = await MergedCells.read(parts, sheet.part);
    const rows = new SheetReader(stager, reading, merged, format.headerRow ?? 1, new Footer(format));
    const isCut = await rows.takeAll(sheetRows(parts.text(sheet.part), cells));
    // Last, because what is unpacked of them counts against the limit too.
    if (format.sheet === undefined) stager.note({ otherSheets: await otherSheets(parts, sheet, cells) });
    return isCut;
  } catch (error) {
    throw error instanceof XmlError ? broken(file, error) : error;
  }
}

async function wholeOf(chunks: AsyncIterable<Uint8Array>, file: string, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw workbookTooLarge(file, `more than ${maxBytes} bytes`);
    // Streams may use the memory of a chunk again.
    parts.push(Buffer.from(chunk));
  }
  return Buffer.concat(parts, bytes);
}

/** Turns the rows of a sheet into records; the first row from the header line on names the columns. */
class SheetReader {
  readonly #stager: RecordStager;
  readonly #table: TableStager;
  readonly #reading: WorkbookReading;
  readonly #merged: MergedCells;
  readonly #headerRow: number;
  readonly #footer: Footer;
  #width = 0;
  /** The columns that are read, counted from 1, in increasing order. */
  #used: ReadonlySet<number> = new Set();
  #read = 0;
  #uncomputed: RemarkableRows | undefined;

  constructor(
    stager: RecordStager,
    reading: WorkbookReading,
    merged: MergedCells,
    headerRow: number,
    footer: Footer,
  ) {
    this.#stager = stager;
    this.#table = new TableStager(stager, reading);
    this.#reading = reading;
    this.#merged = merged;
    this.#headerRow = headerRow;
    this.#footer = footer;
  }

  /** Whether rows were left out because of firstRows. Throws SOURCE_COLUMNS, SOURCE_TOTALS. */
  async takeAll(blocks: AsyncIterable<readonly SheetRow[]>): Promise<boolean> {
    const isCut = await this.#takeRows(blocks);
    if (!isCut && this.#table.plan !== undefined) this.#table.checkFooter(this.#footer);
    this.#stager.note({ ...this.#footer.noted(), uncomputedRows: this.#uncomputed });
    return isCut;
  }

  async #takeRows(blocks: AsyncIterable<readonly SheetRow[]>): Promise<boolean> {
    for await (const block of blocks) {
      for (const row of block) if (!this.#take(row)) return true;
      await this.#reading.onRows();
    }
    return false;
  }

  /** False for the row after the last that is to be read. */
  #take(row: SheetRow): boolean {
    if (row.number < this.#headerRow) return true;
    if (row.cells.every((cell) => textOf(cell) === '')) {
      this.#noteUncomputed(row);
      return true;
    }
    if (this.#table.plan === undefined) {
      this.#readHeader(row);
      return true;
    }
    if (this.#read === this.#reading.firstRows) {
      this.#footer.release();
      return false;
    }
    this.#read += 1;
    this.#footer.pass({
      ...{ text: row.cells.map(textOf).join('\t'), line: row.number },
      ...{ work: () => this.#stage(row), cells: () => row.cells },
    });
    return true;
  }

  #readHeader({ number, cells }: SheetRow): void {
    const columns = Array.from({ length: cells.length + 1 }, (_, index) => index + 1);
    const merged = this.#merged.firstOf(number, columns, columns.length);
    if (merged !== undefined) {
      const remedy =
        'Undo the merge and name each column in a cell of its own, or set headerRow of the table.';
      throw this.#table.headerFault(number, merged, remedy);
    }
    const names = cells.map(textOf);
    const { width, containers, fields } = this.#table.header(names, number);
    this.#width = width;
    const used = [...containers, ...fields].map(({ index }) => index + 1);
    this.#used = new Set(used.sort((a, b) => a - b));
  }

  #noteUncomputed({ number, uncomputed }: SheetRow): void {
    if (uncomputed.some((column) => this.#used.has(column)))
      this.#uncomputed = oneMore(this.#uncomputed, number);
  }

  #stage(row: SheetRow): void {
    const { number, cells } = row;
    const { maxLineBytes } = this.#reading.settings.ingest;
    let bytes = 0;
    for (const cell of cells) bytes += Buffer.byteLength(textOf(cell));
    if (bytes > maxLineBytes) {
      this.#stager.tooLong(number);
      return;
    }
    this.#noteUncomputed(row);
    const merged = this.#merged.firstOf(number, this.#used, this.#width);
    if (merged !== undefined) this.#table.reject(merged, number);
    else if (cells.length > this.#width) this.#table.row(cells, number);
    else this.#table.row([...cells, ...Array<string>(this.#width - cells.length).fill('')], number);
  }
}
