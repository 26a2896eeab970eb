import { Fault } from '../../errors.ts';
import { normaliseRecord } from '../../normalise/normalise-line.ts';
import type { Normalised, RecordKind } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import { type Cell, textOf } from '../cells/table-cell.ts';
import type { RecordStager } from '../staging/record-stager.ts';
import { type ColumnPlan, findTable, readColumns } from './column-plan.ts';
import type { Footer } from './footer.ts';
import { type RowRecord, rowRecord } from './row-record.ts';
import { checkStated } from './stated-columns.ts';
import { recordInFooter, TableTotals, totalsFault } from './table-totals.ts';
import { columnsText, unknownColumns } from './unknown-columns.ts';

/** What a table is read for. */
export interface TableReading {
  /** The file's path, whose name selects the table of the map. */
  readonly file: string;
  readonly settings: Settings;
  readonly forcedKind: RecordKind | undefined;
}

/** How the cells of a row are read. */
export interface CellsReading {
  readonly plan: ColumnPlan;
  /** The kind of every row; undefined where each shows its own. */
  readonly kind: RecordKind | undefined;
  readonly settings: Settings;
}

/** Stages the record of a row of as many cells as there are columns. */
export function stageCells(
  stager: RecordStager,
  cells: readonly Cell[],
  line: number,
  reading: CellsReading,
): void {
  const made = rowRecord(cells, reading.plan);
  stager.takeCells(cells, 'rejection' in made ? [] : reading.plan.fields, made.unread, line);
  stager.take(normalised(made, reading), line);
}

function normalised(made: RowRecord, { plan, kind, settings }: CellsReading): Normalised {
  if ('rejection' in made) return { kind: 'rejected', rejection: made.rejection };
  return normaliseRecord(made.record, made.violations, settings, kind, plan.issuer);
}

/** What names the order or payout of a row; where the settings give it to all rows, it says nothing of one. */
const ROW_KEYS: ReadonlySet<string> = new Set(['order_no', 'trade_no', 'payout_id']);

/**
 * Whether cells have what a record needs, such as its order and time, and an amount if the table has amounts. Cells may be missing, or
 * be too many.
 */
function isRecord(cells: readonly Cell[], reading: CellsReading): boolean {
  const { plan } = reading;
  const whole = Array.from({ length: plan.width }, (_, index) => cells[index] ?? '');
  const amounts = plan.fields.filter(({ kind }) => kind === 'amount' || kind === 'stated-amount');
  if (amounts.length > 0 && amounts.every(({ index }) => textOf(whole[index]!) === '')) return false;
  const values = plan.values.filter(([path]) => !ROW_KEYS.has(path.at(-1)!));
  return normalised(rowRecord(whole, { ...plan, values }), reading).kind !== 'rejected';
}

/** Turns the rows of a table, however its cells are stored, into rows of the staging tables. */
export class TableStager {
  readonly #stager: RecordStager;
  readonly #reading: TableReading;
  #plan: ColumnPlan | undefined;
  #totals: TableTotals | undefined;

  constructor(stager: RecordStager, reading: TableReading) {
    this.#stager = stager;
    this.#reading = reading;
  }

  /** What the columns mean; undefined until the header was read. */
  get plan(): ColumnPlan | undefined {
    return this.#plan;
  }

  /** Throws SOURCE_COLUMNS. */
  header(names: readonly string[], line: number): ColumnPlan {
    const { file, settings, forcedKind } = this.#reading;
    const reading = readColumns(names, file, settings, forcedKind);
    if (reading.unknown.length > 0) {
      throw unknownColumns({ header: names, reading, line, file, settings });
    }
    if (reading.repeated.length > 0) {
      throw this.headerFault(line, `two columns for the same value: ${reading.repeated.join(', ')}`);
    }
    checkStated(reading.plan, `${file}:${line}`, () => columnsText(names, reading.plan.fields.length > 0));
    this.#totals = this.#totalsOf(names, reading.plan, line);
    this.#plan = reading.plan;
    return reading.plan;
  }

  /** Stages a row; one of empty cells is no record. */
  row(cells: readonly Cell[], line: number): void {
    const plan = this.#plan!;
    if (cells.every((cell) => textOf(cell) === '')) return;
    this.#totals?.add(cells);
    if (cells.length !== plan.width) {
      this.reject(`${cells.length} cells, the header has ${plan.width}`, line);
      return;
    }
    stageCells(this.#stager, cells, line, this.#cellsReading(plan));
  }

  /**
   * Compares what was staged with the rows of the footer; without totals, these must be no records. Throws SOURCE_TOTALS, also for
   * a file without a header.
   */
  checkFooter(footer: Footer): void {
    const { file, settings } = this.#reading;
    if (this.#plan === undefined && findTable(settings, file)?.table.totals !== undefined) {
      throw totalsFault(file, 'no header and no footer');
    }
    if (this.#totals === undefined) this.#refuseRecords(footer);
    else this.#totals.check(this.#stager.counts.records, footer.rows(), file);
  }

  /** A file without its footer would lose its last record. The last row of a bank may be a balance, which reads as a booking. */
  #refuseRecords(footer: Footer): void {
    const plan = this.#plan;
    if (plan === undefined || plan.kind === 'bank') return;
    const record = footer.counted().find(({ cells }) => isRecord(cells(), this.#cellsReading(plan)));
    if (record === undefined) return;
    throw recordInFooter(`${this.#reading.file}:${record.line}`);
  }

  #cellsReading(plan: ColumnPlan): CellsReading {
    return { plan, kind: plan.kind, settings: this.#reading.settings };
  }

  #totalsOf(names: readonly string[], plan: ColumnPlan, line: number): TableTotals | undefined {
    const { file, settings } = this.#reading;
    const totals = findTable(settings, file)?.table.totals;
    if (totals === undefined) return undefined;
    return new TableTotals({ names, plan, totals, unknown: (found) => this.headerFault(line, found) });
  }

  reject(detail: string, line: number): void {
    this.#stager.reject({ reason: 'bad_row', detail }, line);
  }

  headerFault(line: number, found: string, remedy?: string): Fault {
    return new Fault('SOURCE_COLUMNS', {
      where: `${this.#reading.file}:${line}`,
      found,
      expected: 'a header row that names each column once',
      ...(remedy === undefined ? {} : { remedy }),
    });
  }
}
