import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { inPhase } from '../../phases.ts';

/** Rows of statements with an amount that cannot be read exactly or has no currency, and the first line of one. */
export interface UnreadableAmounts {
  readonly rows: number;
  readonly line: string;
}

/** The staged rows with an amount that is in no sum; undefined without any. */
export async function unreadableAmounts(session: Session): Promise<UnreadableAmounts | undefined> {
  const path = 'ingest/114_unreadable_amounts.sql';
  const { rows } = await inPhase('merge', () => runSqlFile<UnreadableAmounts>(session, path), path);
  return rows[0]!.rows === 0 ? undefined : rows[0];
}
