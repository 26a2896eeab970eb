/** A report of sums of a new version, made from the file that the version before it has. */
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import type { Compared } from '../../../reports/changed-rows.ts';
import { comparedPayments } from '../../../reports/payments-restatement.ts';
import type { Column, Report, ReportRow, ReportScope } from '../../../reports/report.ts';
import { comparedOrders } from '../../../reports/restatement.ts';
import type { Session } from '../../database/store.ts';
import { sha256Of } from '../../sha256.ts';
import { ofOrders } from '../changed-orders.ts';
import { cellText } from '../csv/cell.ts';
import type { CopiedCsv } from '../csv/copied-csv.ts';
import { csvCells, csvHeader, csvRows } from '../csv/csv.ts';
import { NotSpliced } from '../csv/spliced-rows.ts';
import { reportRowBlocks } from '../report-rows.ts';
import { readRegular } from './regular-file.ts';
import type { EarlierFiles } from './spliced-report.ts';
import type { WrittenFile } from './version-files.ts';

interface Summed {
  /** What is summed, and how its changes are found. */
  readonly compared: Compared;
  /** The column that counts what is summed: a row ends when there is none left. */
  readonly counted: string;
}

/** Reports of which every count and money column is a sum, over what has the row's texts and dates. */
const SUMMED: ReadonlyMap<string, Summed> = new Map([
  ['daily-summary', { compared: comparedOrders, counted: 'orders' }],
  ['payments-summary', { compared: comparedPayments, counted: 'payments' }],
]);

/** A larger file is not kept in memory. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Only the sums of orders that changed are read from the store, as they were and as they are. Only within a transaction.
 * @returns undefined where the report is not of sums, or too many orders have changed
 * @throws NotSpliced where the file before is not the one that was published, or it is unclear which of its rows changed
 */
export async function summedReport(
  session: Session,
  report: Report,
  scope: ReportScope,
  earlier: EarlierFiles,
): Promise<CopiedCsv | undefined> {
  const summed = SUMMED.get(report.name);
  const file = earlier.files.get(`${report.name}.csv`);
  if (summed === undefined || file === undefined || file.bytes > MOST_BYTES) return undefined;
  const changed = await earlier.changedOrders(summed.compared);
  if (changed === undefined) return undefined;
  const only = ofOrders(report, changed);
  const changes = new Changes(report, summed.counted);
  const before = { ...scope, run: scope.before!.run };
  await changes.add(session, only, before, -1n);
  await changes.add(session, only, scope, 1n);
  const applied = changes.appliedTo(await rowsOf(report, earlier.folder, file));
  for (const row of changes.unclear()) {
    if (!(await wasThere(session, report, before, row))) throw new NotSpliced('a row that may be another');
  }
  const rows = applied.map((row) =>
    Array.isArray(row) ? csvCells([row]) : csvRows(report.columns, [row as ReportRow], scope.zoneOf),
  );
  async function* blocks(): AsyncGenerator<Buffer> {
    yield Buffer.from(rows.join(''), 'utf8');
  }
  return { blocks, rows: () => rows.length };
}

/** Whether the version before had something to sum in a row with these texts. */
async function wasThere(
  session: Session,
  report: Report,
  before: ReportScope,
  row: ReportRow,
): Promise<boolean> {
  const texts = report.columns.filter(({ kind }) => kind === 'text').map(({ name }) => name);
  const same = texts.map(
    (name) => sql<boolean>`${sql.ref(name)} ${row[name] === null ? sql`is null` : sql`= ${row[name]}`}`,
  );
  const summed = report.select(session.db, before).clearSelect().clearGroupBy().clearOrderBy();
  const found = await summed
    .select(sql`1`.as('one'))
    .where(sql<boolean>`${sql.join(same, sql` and `)}`)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** The cells of a file, without its header. Throws NotSpliced. */
async function rowsOf({ columns }: Report, folder: string, file: WrittenFile): Promise<string[][]> {
  const bytes = await readRegular(join(folder, file.name)).catch((error: Error) => {
    throw new NotSpliced(error.message);
  });
  const text = bytes.toString('utf8');
  if (sha256Of(text) !== file.sha256) throw new NotSpliced('a file that has changed');
  const header = csvHeader(columns);
  if (!text.startsWith(header)) throw new NotSpliced('another header');
  return parse(text.slice(header.length), { record_delimiter: '\r\n' });
}

/** What changed orders add to the sums of a row: a report's row with the difference of each sum, and its cells. */
interface Change {
  readonly row: Record<string, string | number | null>;
  /** Those of its texts and dates. */
  readonly cells: readonly string[];
  /** Whether the version before had something to sum here. */
  wasThere: boolean;
}

class Changes {
  readonly #columns: readonly Column[];
  /** Its texts and dates. */
  readonly #keys: readonly Column[];
  readonly #sums: readonly string[];
  readonly #counted: string;
  readonly #changes = new Map<string, Change>();

  constructor({ columns }: Report, counted: string) {
    this.#columns = columns;
    this.#keys = columns.filter(isKey);
    this.#sums = columns.filter(({ kind }) => kind === 'count' || kind === 'minor').map(({ name }) => name);
    this.#counted = counted;
  }

  async add(session: Session, report: Report, scope: ReportScope, sign: bigint): Promise<void> {
    for await (const block of reportRowBlocks(session, report, scope)) {
      for (const row of block) this.#addRow(row, scope, sign);
    }
  }

  #addRow(row: ReportRow, { zoneOf }: ReportScope, sign: bigint): void {
    const values = this.#keys.map(({ name, from = name }) => row[from] ?? null);
    const id = JSON.stringify(values);
    const change = this.#changes.get(id) ?? {
      row: { ...row, ...Object.fromEntries(this.#sums.map((name) => [name, '0'])) },
      cells: this.#keys.map((column) => cellText(column, row, zoneOf)),
      wasThere: false,
    };
    for (const name of this.#sums)
      change.row[name] = String(BigInt(change.row[name]!) + sign * BigInt(row[name]!));
    change.wasThere ||= sign < 0n;
    this.#changes.set(id, change);
  }

  /**
   * Rows that the version before may not have had, though it has one with the same cells: what is absent and what is empty look
   * alike, as do a text that is guarded and one that begins like it.
   */
  unclear(): ReportRow[] {
    const looksLikeOther = (cell: string) => cell === '' || cell.startsWith("'");
    return [...this.#changes.values()]
      .filter(({ wasThere, cells }) => !wasThere && cells.some(looksLikeOther))
      .map(({ row }) => row);
  }

  /** The rows of the file, those that changed as rows of the report. Throws NotSpliced. */
  appliedTo(cells: readonly string[][]): Array<string[] | ReportRow> {
    const changes = this.#byKey();
    const seen = new Set<string>();
    const applied = cells.map((row) => {
      const key = JSON.stringify(row.filter((_cell, index) => isKey(this.#columns[index]!)));
      if (seen.has(key)) throw new NotSpliced('two rows with the same texts');
      seen.add(key);
      const change = changes.get(key);
      return change === undefined ? row : this.#changed(row, change);
    });
    // Its place among the others would have to be found.
    for (const key of changes.keys()) if (!seen.has(key)) throw new NotSpliced('a new row');
    return applied.filter((row) => Array.isArray(row) || row[this.#counted] !== '0');
  }

  #changed(cells: readonly string[], { row }: Change): ReportRow {
    const sumOf = (name: string) => {
      const index = this.#columns.findIndex((column) => column.name === name);
      return String(BigInt(cells[index]!) + BigInt(row[name]!));
    };
    return { ...row, ...Object.fromEntries(this.#sums.map((name) => [name, sumOf(name)])) };
  }

  /** By the cells of their texts and dates, which must name one row each. Throws NotSpliced. */
  #byKey(): Map<string, Change> {
    const byKey = new Map<string, Change>();
    for (const change of this.#changes.values()) {
      const key = JSON.stringify(change.cells);
      if (byKey.has(key)) throw new NotSpliced('two rows with the same texts');
      byKey.set(key, change);
    }
    return byKey;
  }
}

function isKey({ kind }: Column): boolean {
  return kind === 'text' || kind === 'date';
}
