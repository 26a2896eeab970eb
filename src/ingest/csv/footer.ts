import type { TableFormat } from '../../settings/table-format.ts';
import type { Cell } from '../cells/table-cell.ts';
import type { NotedRows } from '../staging/remarkable-rows.ts';

/** A row that is passed on, and its cells, which are read only if it is of the footer. */
export interface PassedRow {
  /** For the pattern. */
  readonly text: string;
  readonly line: number;
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
  readonly #held: PassedRow[] = [];
  readonly #matched: PassedRow['cells'][] = [];
  /** Line of the first row that matched, how many did, and how many of them were followed by one that did not. */
  #first: number | undefined;
  #matches = 0;
  #followed = 0;

  constructor({ footer = 0 }: TableFormat) {
    this.#rows = typeof footer === 'number' ? footer : 0;
    this.#pattern = typeof footer === 'number' ? undefined : new RegExp(footer, 'u');
  }

  /** Passes a row on, now or once enough rows have followed it. */
  pass(row: PassedRow): void {
    if (this.#pattern?.test(row.text) === true) {
      this.#first ??= row.line;
      this.#matches += 1;
      this.#matched.push(row.cells);
      if (this.#matched.length > MOST_FOOTERS) this.#matched.shift();
      return;
    }
    this.#followed = this.#matches;
    if (this.#rows === 0) {
      row.work();
      return;
    }
    this.#held.push(row);
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

  /** The rows that were left out by their number, once the table has ended. */
  counted(): readonly PassedRow[] {
    return this.#held;
  }

  /** The rows that were left out, and those of them that others follow: a pattern may also match records. */
  noted(): NotedRows {
    const first = String(this.#first ?? this.#held[0]?.line);
    const rows = this.#matches + this.#held.length;
    return {
      ...(rows === 0 ? {} : { footer: { rows, line: first } }),
      ...(this.#followed === 0 ? {} : { leftOutRows: { rows: this.#followed, line: first } }),
    };
  }
}
