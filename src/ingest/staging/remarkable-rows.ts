import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { inPhase } from '../../phases.ts';

/** Rows of statements that a person should know of, and the first line of one. */
export interface RemarkableRows {
  readonly rows: number;
  readonly line: string;
}

/** The rows of a source that a person should know of. */
export interface Remarkable {
  /** With an amount that is in no sum; absent for none. */
  readonly unreadableAmounts?: RemarkableRows;
  /** Replaced by a later row of the source with the same row_id; absent for none. */
  readonly replacedRows?: RemarkableRows;
}

/** The staged rows with an amount that cannot be read exactly or has no currency, so that it is in no sum; undefined without any. */
export function unreadableAmounts(session: Session): Promise<RemarkableRows | undefined> {
  return countRows(session, 'ingest/114_unreadable_amounts.sql');
}

/**
 * The staged rows that a later row of the same source with the same row_id replaces; undefined without any. Only before their digests
 * are changed.
 */
export function replacedRows(session: Session): Promise<RemarkableRows | undefined> {
  return countRows(session, 'ingest/011_replaced_rows.sql');
}

async function countRows(session: Session, path: string): Promise<RemarkableRows | undefined> {
  const { rows } = await inPhase('merge', () => runSqlFile<RemarkableRows>(session, path), path);
  return rows[0]!.rows === 0 ? undefined : rows[0];
}
