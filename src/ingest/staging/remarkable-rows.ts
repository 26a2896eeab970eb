import { runSqlFile, type SqlParameters } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { inPhase } from '../../phases.ts';

/** Rows of a table that a person should know of, and the first line of one. */
export interface RemarkableRows {
  readonly rows: number;
  readonly line: string;
}

/** With a row more, in a line. */
export function oneMore(found: RemarkableRows | undefined, line: number): RemarkableRows {
  return { rows: (found?.rows ?? 0) + 1, line: found?.line ?? String(line) };
}

/** Sheets of a workbook beside the one that is read. */
export interface OtherSheets {
  readonly sheets: number;
  /** Of the first. */
  readonly names: readonly string[];
}

/** The rows of a source that a person should know of; each absent for none. */
export interface Remarkable {
  /** With an amount that is in no sum. */
  readonly unreadableAmounts?: RemarkableRows;
  /** Replaced by a later row of the source with the same row_id. */
  readonly replacedRows?: RemarkableRows;
  /** With the row_id of a row of another order in an earlier source, which they replace. */
  readonly reusedIds?: RemarkableRows;
  /** With row_id and amount of a bank's row of another date in an earlier source; both count. */
  readonly redatedIds?: RemarkableRows;
  /** Of money that goes back, with a net that adds to what is paid out. */
  readonly addedNets?: RemarkableRows;
  /** Pay-ins and callbacks other than those of the same lines by earlier settings; both are kept. */
  readonly otherRecords?: RemarkableRows;
  /** Of a query of a statement or a bank: without row_id, so that equal rows of two readings count once. */
  readonly withoutRowId?: RemarkableRows;
  /** Left out by the table's footer, although others follow them. */
  readonly leftOutRows?: RemarkableRows;
  /** Of OFX: that correct or delete another row, and count beside it. */
  readonly correctingRows?: RemarkableRows;
  /** Of a workbook: with formulas that have no stored value, which are read as empty cells. */
  readonly uncomputedRows?: RemarkableRows | undefined;
  /** Of a workbook whose sheet the settings do not name: that have rows, are not hidden, and are not read. */
  readonly otherSheets?: OtherSheets | undefined;
}

/** What is seen of rows while a source is read; each absent for none. */
export interface NotedRows
  extends Pick<Remarkable, 'leftOutRows' | 'correctingRows' | 'uncomputedRows' | 'otherSheets'> {
  /** Left out as a table's footer. */
  readonly footer?: RemarkableRows;
}

/** What is asked of staged rows of statements before their digests are changed. */
const OF_STATEMENTS = {
  replacedRows: 'ingest/011_replaced_rows.sql',
  reusedIds: 'ingest/013_reused_ids.sql',
  addedNets: 'ingest/016_added_nets.sql',
} as const;

interface Stated extends NotedRows {
  readonly statements: number;
  readonly bankRows: number;
}

/**
 * The staged rows of statements and banks that a person should know of. Only before their digests are changed, and before they are
 * added to what is stored.
 */
export async function remarkableRows(
  session: Session,
  staged: Stated,
  isQuery: boolean | undefined,
): Promise<Remarkable> {
  const { leftOutRows, correctingRows, uncomputedRows, otherSheets } = staged;
  const found: { [name: string]: RemarkableRows | OtherSheets | undefined } = {
    ...{ leftOutRows, correctingRows, uncomputedRows, otherSheets },
  };
  if (staged.statements > 0)
    for (const [name, path] of Object.entries(OF_STATEMENTS)) found[name] = await countRows(session, path);
  if (staged.bankRows > 0) found['redatedIds'] = await countRows(session, 'ingest/017_redated_ids.sql');
  if (staged.statements + staged.bankRows > 0) {
    found['unreadableAmounts'] = await countRows(session, 'ingest/114_unreadable_amounts.sql');
    if (isQuery === true) found['withoutRowId'] = await countRows(session, 'ingest/115_rows_without_id.sql');
  }
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows !== undefined));
}

/**
 * The pay-ins and callbacks that a source has added beside those that earlier readings of its bytes have.
 * @param before the earlier sources of the same bytes
 */
export async function otherRecords(
  session: Session,
  source: number,
  before: readonly number[],
): Promise<Remarkable> {
  if (before.length === 0) return {};
  const found = await countRows(session, 'ingest/116_other_records.sql', { source, sources: [...before] });
  return found === undefined ? {} : { otherRecords: found };
}

async function countRows(
  session: Session,
  path: string,
  parameters?: SqlParameters,
): Promise<RemarkableRows | undefined> {
  const { rows } = await inPhase('merge', () => runSqlFile<RemarkableRows>(session, path, parameters), path);
  return rows[0]!.rows === 0 ? undefined : rows[0];
}
