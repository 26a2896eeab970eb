import type { Cell, DayCount } from '../cells/table-cell.ts';
import { placeOf } from './cell-place.ts';
import { type Attributes, XmlError, type XmlSink, xmlParser } from './read-xml.ts';
import { TextCollector, unescaped } from './shared-strings.ts';

/** A row of a sheet that has cells, or formulas without a stored value. */
export interface SheetRow {
  /** Counted from 1, as programs show it. */
  readonly number: number;
  /** From the first column on; empty cells are empty texts. */
  readonly cells: readonly Cell[];
  /** Columns, counted from 1, of formulas without a stored value: whoever wrote them does not compute formulas. They are empty cells. */
  readonly uncomputed: readonly number[];
}

/** What the cells of a sheet refer to. */
export interface CellParts {
  readonly strings: readonly string[];
  /** Least number of digits that a style shows. */
  readonly padding: ReadonlyMap<string, number>;
  readonly daysFrom: DayCount;
}

/** The most columns of a sheet that Excel allows: a cell further right is not read. */
const MOST_COLUMNS = 16_384;
/** The most rows of a sheet that Excel allows. */
const MOST_ROWS = 1_048_576;

/** The rows of a sheet in their order, in blocks, bit by bit. Throws XmlError for what is not XML. */
export async function* sheetRows(
  chunks: AsyncIterable<string>,
  parts: CellParts,
): AsyncGenerator<SheetRow[]> {
  const sink = new RowSink(parts);
  const parser = xmlParser(sink);
  for await (const chunk of chunks) {
    parser.write(chunk);
    const rows = sink.takeRows();
    if (rows.length > 0) yield rows;
  }
  parser.close();
}

class RowSink implements XmlSink {
  readonly #parts: CellParts;
  readonly #inline = new TextCollector();
  #rows: SheetRow[] = [];
  #number = 0;
  #cells: Cell[] = [];
  #column = 0;
  #cell: Attributes | undefined;
  #value = '';
  #isValue = false;
  #isFormula = false;
  #uncomputed: number[] = [];

  constructor(parts: CellParts) {
    this.#parts = parts;
  }

  takeRows(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    this.#isValue = name === 'v';
    if (this.#cell !== undefined && (name === 'row' || name === 'c'))
      throw new XmlError(`a ${name === 'row' ? 'row' : 'cell'} within a cell`);
    if (name === 'row') {
      this.#number = numberAfter(this.#number, attributes['r']);
      this.#cells = [];
      this.#uncomputed = [];
      this.#column = 0;
    } else if (name === 'c') {
      this.#column = placeOf(attributes['r'] ?? '')?.column ?? this.#column + 1;
      this.#cell = attributes;
      this.#value = '';
      this.#isFormula = false;
      this.#inline.begin();
    } else {
      this.#isFormula ||= name === 'f';
      this.#inline.open(name);
    }
  }

  text(piece: string): void {
    if (this.#cell === undefined) return;
    if (this.#isValue) this.#value += piece;
    else this.#inline.add(piece);
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === 'row') {
      const row = { number: this.#number, cells: this.#cells, uncomputed: this.#uncomputed };
      if (row.cells.length + row.uncomputed.length > 0) this.#rows.push(row);
    } else if (name === 'c') {
      const cell = this.#made();
      // A text may have no characters.
      if (this.#isFormula && cell === '' && this.#cell!['t'] !== 'str') this.#uncomputed.push(this.#column);
      this.#cell = undefined;
      if (cell === '' || this.#column > MOST_COLUMNS) return;
      while (this.#cells.length < this.#column - 1) this.#cells.push('');
      this.#cells[this.#column - 1] = cell;
    } else this.#inline.close(name);
  }

  /** The value of a cell; of a formula, the value that was stored with it. */
  #made(): Cell {
    const { t = 'n', s } = this.#cell!;
    const value = this.#value;
    switch (t) {
      case 's':
        return value === '' ? '' : this.#shared(value);
      case 'inlineStr':
        return this.#inline.end();
      case 'str':
        return unescaped(value);
      case 'b':
        return value === '' ? '' : value === '1' ? 'true' : 'false';
      case 'e':
        return { type: 'error', text: value };
      case 'd':
        return value === '' ? '' : { type: 'time', text: value };
      default: {
        const { daysFrom, padding } = this.#parts;
        const shownDigits = s === undefined ? undefined : padding.get(s);
        return value === '' ? '' : { type: 'number', text: value, daysFrom, shownDigits };
      }
    }
  }

  /** A text that the workbook does not have would be an empty cell, and its value lost. */
  #shared(index: string): string {
    const { strings } = this.#parts;
    const text = strings[Number(index)];
    if (text !== undefined) return text;
    throw new XmlError(
      `row ${this.#number}, column ${this.#column}: the shared text ${index}, of ${strings.length}, is missing`,
    );
  }
}

/** The number of a row by its attribute, after another row; rows without one are counted. Throws XmlError. */
function numberAfter(before: number, written: string | undefined): number {
  const number = written === undefined ? before + 1 : Number(written);
  if (Number.isInteger(number) && number > before && number <= MOST_ROWS) return number;
  throw new XmlError(
    `a row with the number ${written ?? number} after row ${before}; rows count up from 1 to ${MOST_ROWS}`,
  );
}
