import { type CellPlace, columnLetters, placeOf } from './cell-place.ts';
import type { ZipParts } from './zip-parts.ts';

/** Its elements are looked for as text, which takes a fraction of the time of reading the rows. */
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?\bref=["']([^"'<>]*)["'][^<>]*>/g;

/** No element of the list is longer, in characters. */
const LONGEST_ELEMENT = 4096;

interface MergedRange {
  readonly reference: string;
  readonly first: CellPlace;
  readonly last: CellPlace;
}

/** A cell whose value is in another one, because they are merged. */
export interface MergedCell {
  /** Counted from 1. */
  readonly column: number;
  /** @example 'cell B5 is merged into B4:B5' */
  readonly text: string;
}

/** The merged cells of a sheet, asked row by row from the top. */
export class MergedCells {
  readonly #ranges: readonly MergedRange[];
  #next = 0;
  #open: MergedRange[] = [];

  private constructor(ranges: readonly MergedRange[]) {
    this.#ranges = ranges;
  }

  /** Reads the list at the end of a sheet, before its rows are read. */
  static async read(parts: ZipParts, sheet: string): Promise<MergedCells> {
    const ranges: MergedRange[] = [];
    let rest = '';
    for await (const chunk of parts.text(sheet)) {
      rest += chunk;
      for (const [, reference] of rest.matchAll(MERGED)) {
        const [first, last] = reference!.split(':').map(placeOf);
        if (first !== undefined && last !== undefined) ranges.push({ reference: reference!, first, last });
      }
      rest = begunElement(rest);
    }
    return new MergedCells(ranges.sort((a, b) => a.first.row - b.first.row));
  }

  /** The cells of a row that have no value of their own; rows are asked in increasing order. */
  inRow(row: number, width: number): MergedCell[] {
    while (this.#next < this.#ranges.length && this.#ranges[this.#next]!.first.row <= row) {
      this.#open.push(this.#ranges[this.#next]!);
      this.#next += 1;
    }
    if (this.#open.length === 0) return [];
    this.#open = this.#open.filter(({ last }) => last.row >= row);
    return this.#open.flatMap(({ reference, first, last }) => {
      const cells: MergedCell[] = [];
      for (let column = first.column; column <= Math.min(last.column, width); column += 1) {
        if (row === first.row && column === first.column) continue;
        cells.push({ column, text: `cell ${columnLetters(column)}${row} is merged into ${reference}` });
      }
      return cells;
    });
  }
}

/** The element within which a chunk ends. Texts are not kept, or a long one would be searched again with each chunk. */
function begunElement(text: string): string {
  const begin = text.lastIndexOf('<');
  return begin > text.lastIndexOf('>') && text.length - begin <= LONGEST_ELEMENT ? text.slice(begin) : '';
}
