import { parseDecimal } from '../../contract/decimal-text.ts';
import { pathOfKind } from '../../contract/record-paths.ts';
import { Fault } from '../../errors.ts';
import { ROWS } from '../../settings/map-paths.ts';
import { type Cell, textOf } from '../cells/table-cell.ts';
import type { ColumnPlan } from './column-plan.ts';

/** A larger exponent is no amount. */
const MOST_PLACES = 40;

interface Total {
  /** As the settings name it: a value of the rows, or the number of rows. */
  readonly name: string;
  /** Of the cells that are added up; undefined for the number of rows. */
  readonly cells: number | undefined;
  /** Of the cell in the footer. */
  readonly footer: number;
  readonly sum: DecimalSum;
}

/** The fault of a file whose footer is missing, or says something else than its rows. */
export function totalsFault(where: string, found: string | readonly string[]): Fault {
  const expected = 'a footer that says what the rows of the file add up to';
  return new Fault('SOURCE_TOTALS', { where, found, expected });
}

/** The fault of a file with a record in the place of its footer. */
export function recordInFooter(where: string): Fault {
  return new Fault('SOURCE_TOTALS', {
    where,
    found: 'a record, with what it needs, among the last rows, which footer leaves out by their number',
    expected: 'a footer, whose rows are no records',
    remedy:
      "In the table's entry of map, or in the source, set footer to a pattern of the rows that are no records, such as '^Total': " +
      'files without them can be read too. If the file should have a footer, it may be incomplete: export it again.',
  });
}

/** What is needed to add up a table. */
export interface TotalsTable {
  readonly names: readonly string[];
  readonly plan: ColumnPlan;
  readonly totals: Readonly<Record<string, string | number>>;
  /** The fault of a column that is not there. */
  readonly unknown: (found: string) => Fault;
}

/** Adds up the rows of a table, and compares them with what its footer says. */
export class TableTotals {
  readonly #totals: readonly Total[];
  readonly #plan: ColumnPlan;

  /** @throws Fault SOURCE_COLUMNS for a column that the table does not have */
  constructor({ names, plan, totals, unknown }: TotalsTable) {
    this.#plan = plan;
    this.#totals = Object.entries(totals).map(([name, column]) => {
      const footer = typeof column === 'number' ? column - 1 : names.indexOf(column);
      if (footer < 0 || footer >= names.length) throw unknown(`no column ${column}, which totals names`);
      const path = name === ROWS ? undefined : pathOfKind(plan.kind, name)?.join('.');
      const cells = plan.fields.find((field) => field.path.join('.') === path)?.index;
      if (name !== ROWS && cells === undefined) throw unknown(`no column for ${name}, which totals names`);
      return { name, cells, footer, sum: new DecimalSum() };
    });
  }

  add(cells: readonly Cell[]): void {
    for (const total of this.#totals) {
      const cell = total.cells === undefined ? undefined : cells[total.cells];
      if (cell === undefined || textOf(cell) === '') continue;
      total.sum.add(this.#plan.cells.numberText(cell));
    }
  }

  /**
   * Compares the sums with the footer.
   * @param rows how many rows the table has
   * @param footers the cells of the rows of the footer
   * @throws Fault SOURCE_TOTALS
   */
  check(rows: number, footers: ReadonlyArray<readonly Cell[]>, where: string): void {
    const wrong = this.#totals.flatMap(({ name, cells, footer, sum }) => {
      const said = footers
        .map((row) => this.#footerNumber(row[footer]))
        .findLast((number) => number !== undefined);
      const found = cells === undefined ? String(rows) : sum.text;
      if (said !== undefined && found !== undefined && isSame(said, found)) return [];
      const counted = found ?? 'a sum with cells that are no numbers';
      return [`${name}: ${counted}, the footer says ${said ?? 'nothing that is a number'}`];
    });
    if (wrong.length === 0) return;
    throw totalsFault(where, footers.length === 0 ? ['no footer', ...wrong] : wrong);
  }

  /** The number in a cell, beside which there may be words: `Sub-total: 1.234,56`, `3 rows`. A minus is joined to its digits. */
  #footerNumber(cell: Cell | undefined): string | undefined {
    if (cell === undefined || textOf(cell) === '') return undefined;
    const whole = this.#plan.cells.numberText(cell);
    if (whole !== undefined || typeof cell !== 'string') return whole;
    const bare = /-?\p{Nd}(?:.*\p{Nd})?/su.exec(cell)?.[0];
    return bare === undefined ? undefined : this.#plan.cells.numberText(bare);
  }
}

function isSame(a: string, b: string): boolean {
  const [sum, other] = [new DecimalSum(), new DecimalSum()];
  sum.add(a);
  other.add(b);
  return sum.text !== undefined && sum.text === other.text;
}

class DecimalSum {
  /** The sum times ten to the power of MOST_PLACES; undefined once a text was no number. */
  #scaled: bigint | undefined = 0n;

  /** @param text a number in JSON's grammar; undefined for a cell that is none */
  add(text: string | undefined): void {
    const value = text === undefined ? undefined : parseDecimal(text);
    if (value === undefined || Math.abs(value.power) > MOST_PLACES || value.digits.length > MOST_PLACES) {
      this.#scaled = undefined;
      return;
    }
    if (this.#scaled === undefined) return;
    const digits = BigInt(value.digits) * 10n ** BigInt(MOST_PLACES + value.power);
    this.#scaled += value.negative ? -digits : digits;
  }

  /** Undefined if a text was no number. */
  get text(): string | undefined {
    if (this.#scaled === undefined) return undefined;
    const [, sign, written] = /^(-?)(\d+)$/.exec(String(this.#scaled))!;
    const digits = written!.padStart(MOST_PLACES + 1, '0');
    const fraction = digits.slice(-MOST_PLACES).replace(/0+$/, '');
    return `${sign}${digits.slice(0, -MOST_PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
  }
}
