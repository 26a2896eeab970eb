/** A lane that goes on although its run has ended, and a run that judges in its own transaction meanwhile. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { LOCKS } from '../../src/database/locks.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { dropUnfinished } from '../../src/reconcile/empty-tables.ts';
import { onPostgresql } from '../support/engines.ts';
import { until } from '../support/until.ts';
import { putRows } from './put-rows.ts';

onPostgresql('a lane of a run that has ended', (engine) => {
  it('is waited for, and what it has written is deleted', async () => {
    const store = await engine.open();
    await store.session(async (lane) => {
      await lane.script('begin');
      await sql`select pg_advisory_xact_lock_shared(${LOCKS.lanes}::bigint)`.execute(lane.db);
      await putRows(lane, 'order_rows', [{ order_no: 'LANE000001', from_run: 1_000_000 }]);
      const left = store.session((session) =>
        transaction(session, async () => {
          await dropUnfinished(session, 0, true);
          return session.db.selectFrom('order_rows').select('order_no').execute();
        }),
      );
      await store.session((session) => until(() => somebodyWaits(session)));
      await lane.script('commit');
      expect(await left).toEqual([]);
    });
  });
});

async function somebodyWaits({ db }: Session): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from pg_locks l
      join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted
    ) as waits`.execute(db);
  return rows[0]!.waits;
}
