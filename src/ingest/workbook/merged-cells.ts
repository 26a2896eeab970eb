import { type CellPlace, columnLetters, placeOf } from './cell-place.ts';
import { XmlError } from './read-xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** Its elements are looked for as text, which takes a fraction of the time of reading the rows. */
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?\bref=["']([^"'<>]*)["'][^<>]*>/g;

/** No element of the list is longer, in characters. */
const LONGEST_ELEMENT = 4096;

/** A sheet that people lay out has some hundred. All of them are kept. */
const MOST_RANGES = 100_000;

interface MergedRange {
  readonly first: CellPlace;
  readonly last: CellPlace;
}

/** The merged cells of a sheet, asked row by row from the top. */
export class MergedCells {
  readonly #ranges: readonly MergedRange[];
  #next = 0;
  /** By columns, counted from 1: the range that began last there. None overlaps another, so that no earlier one is open. */
  readonly #begun: MergedRange[] = [];

  private constructor(ranges: readonly MergedRange[]) {
    this.#ranges = ranges;
  }

  /**
   * Reads the list at the end of a sheet, before its rows are read.
   * @throws XmlError for more ranges than any sheet has
   */
  static async read(parts: ZipParts, sheet: string): Promise<MergedCells> {
    const ranges: MergedRange[] = [];
    let rest = '';
    for await (const chunk of parts.text(sheet)) {
      rest += chunk;
      for (const [, reference] of rest.matchAll(MERGED)) {
        const [first, last] = reference!.split(':').map(placeOf);
        if (first !== undefined && last !== undefined) ranges.push({ first, last });
        if (ranges.length > MOST_RANGES) throw new XmlError(`more than ${MOST_RANGES} merged ranges`);
      }
      rest = begunElement(rest);
    }
    return new MergedCells(ranges.sort((a, b) => a.first.row - b.first.row));
  }

  /**
   * The first of some cells of a row that has no value of its own, since it is merged into another; undefined for none.
   * Rows are asked in increasing order, and of no column beyond the width of the first row.
   * @param columns counted from 1
   * @param width the last of them
   * @throws XmlError for ranges that overlap in the columns that are read
   * @example 'cell B5 is merged into B4:B5'
   */
  firstOf(row: number, columns: Iterable<number>, width: number): string | undefined {
    this.#begin(row, width);
    for (const column of columns) {
      const range = this.#begun[column];
      if (range === undefined || range.last.row < row) continue;
      const isOwn = range.first.row === row && range.first.column === column;
      if (!isOwn) return `cell ${columnLetters(column)}${row} is merged into ${textOf(range)}`;
    }
    return undefined;
  }

  #begin(row: number, width: number): void {
    for (; this.#next < this.#ranges.length; this.#next += 1) {
      const range = this.#ranges[this.#next]!;
      if (range.first.row > row) return;
      if (range.last.row < row) continue;
      for (let column = range.first.column; column <= Math.min(range.last.column, width); column += 1) {
        const open = this.#begun[column];
        if (open !== undefined && open.last.row >= range.first.row)
          throw new XmlError(`merged ranges that overlap: ${textOf(open)} and ${textOf(range)}`);
        this.#begun[column] = range;
      }
    }
  }
}

function textOf({ first, last }: MergedRange): string {
  return [first, last].map(({ column, row }) => `${columnLetters(column)}${row}`).join(':');
}

/** The element within which a chunk ends. Texts are not kept, or a long one would be searched again with each chunk. */
function begunElement(text: string): string {
  const begin = text.lastIndexOf('<');
  return begin > text.lastIndexOf('>') && text.length - begin <= LONGEST_ELEMENT ? text.slice(begin) : '';
}
