import type { TableFormat } from '../../settings/table-format.ts';
import type { Cell } from '../cells/table-cell.ts';

/** A row that is passed on, and its cells, which are read only if it is of the footer. */
interface HeldRow {
  readonly work: () => void;
  readonly cells: () => readonly Cell[];
}

/** A pattern that matches more rows than this is not of a footer alone; the last of them are compared with the rows. */
const MOST_FOOTERS = 100;

/**
 * Leaves out the rows at a table's end that are no records, such as totals: the last ones by their number, or those
 * that a pattern matches.
 */
export class Footer {
  readonly #rows: number;
  readonly #pattern: RegExp | undefined;
  readonly #held: HeldRow[] = [];
  readonly #matched: HeldRow['cells'][] = [];

  constructor({ footer = 0 }: TableFormat) {
    this.#rows = typeof footer === 'number' ? footer : 0;
    this.#pattern = typeof footer === 'number' ? undefined : new RegExp(footer, 'u');
  }

  /**
   * Passes a row on, now or once enough rows have followed it.
   * @param text of the row, for the pattern
   */
  pass(text: string, work: () => void, cells: () => readonly Cell[]): void {
    if (this.#pattern?.test(text) === true) {
      this.#matched.push(cells);
      if (this.#matched.length > MOST_FOOTERS) this.#matched.shift();
      return;
    }
    if (this.#rows === 0) {
      work();
      return;
    }
    this.#held.push({ work, cells });
    if (this.#held.length > this.#rows) this.#held.shift()!.work();
  }

  /** Passes on all rows that it holds, because the table goes on after them. */
  release(): void {
    for (const { work } of this.#held.splice(0)) work();
  }

  /** The cells of the rows that were left out, once the table has ended. */
  rows(): ReadonlyArray<readonly Cell[]> {
    return [...this.#matched, ...this.#held.map(({ cells }) => cells)].map((cells) => cells());
  }
}
