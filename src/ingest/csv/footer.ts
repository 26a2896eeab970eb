import type { TableFormat } from '../../settings/table-format.ts';

/**
 * Leaves out the rows at a table's end that are no records, such as totals: the last ones by their number, or those
 * that a pattern matches.
 */
export class Footer {
  readonly #rows: number;
  readonly #pattern: RegExp | undefined;
  readonly #held: Array<() => void> = [];

  constructor({ footer = 0 }: TableFormat) {
    this.#rows = typeof footer === 'number' ? footer : 0;
    this.#pattern = typeof footer === 'number' ? undefined : new RegExp(footer, 'u');
  }

  /**
   * Passes a row on, now or once enough rows have followed it.
   * @param text of the row, for the pattern
   */
  pass(text: string, work: () => void): void {
    if (this.#pattern?.test(text) === true) return;
    if (this.#rows === 0) {
      work();
      return;
    }
    this.#held.push(work);
    if (this.#held.length > this.#rows) this.#held.shift()!();
  }

  /** Passes on all rows that it holds, because the table goes on after them. */
  release(): void {
    for (const work of this.#held.splice(0)) work();
  }
}
