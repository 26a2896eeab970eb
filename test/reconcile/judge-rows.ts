import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { lines, read, write } from '../ingest/reading.ts';
import type { Engine } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { putStatement, type StatementRow } from './statement-evidence.ts';

export const JUDGED_AT = instantOf('2026-11-20T12:00:00Z');

/** Reads lines of logs and rows of a statement into an emptied store, and judges them. */
export async function judgeRows(
  engine: Engine,
  records: readonly string[],
  rows: readonly StatementRow[],
  settings: SettingsInput,
  look: (session: Session) => Promise<void>,
): Promise<void> {
  const store = await engine.emptied();
  await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
  await store.session(async (session) => {
    await putStatement(session, rows);
    await transaction(session, () =>
      reconcile(session, parseSettings(settings), { asOf: JUDGED_AT, startedAt: JUDGED_AT }),
    );
    await look(session);
  });
}
