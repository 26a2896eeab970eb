import { sql } from 'kysely';
import { UNTIL_TAKEN } from '../../alerts/outbox.ts';
import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';

/**
 * Deletes old runs, messages and alarms that are finished. The newest due run of each job and region is kept, because
 * missed runs are computed from it. Call it only in a transaction.
 * @returns the number of deleted rows
 */
export async function forgetNights(session: Session, before: Instant): Promise<number> {
  const limit = sql<string>`${formatInstant(before)}::timestamptz`;
  const runs = await session.db
    .deleteFrom('job_runs as old')
    .where('old.due_at', '<', limit)
    .where((e) => e.or([e('old.by_hand', '=', true), e('old.outcome', 'in', ['done', 'superseded'])]))
    .where('old.outcome', '<>', 'running')
    .where((e) =>
      e.or([
        e('old.by_hand', '=', true),
        e.exists(
          e
            .selectFrom('job_runs as newer')
            .select('newer.job')
            .whereRef('newer.job', '=', 'old.job')
            .whereRef('newer.region', '=', 'old.region')
            .where('newer.by_hand', '=', false)
            .whereRef('newer.due_at', '>', 'old.due_at'),
        ),
      ]),
    )
    .executeTakeFirst();
  const messages = await session.db
    .deleteFrom('outbox')
    .where('written_at', '<', limit)
    // These are remembered, so that no order is reported twice.
    .where('topic', '<>', UNTIL_TAKEN)
    .where((e) => e.or([e('sent_at', 'is not', null), e('given_up_at', 'is not', null)]))
    .executeTakeFirst();
  const alarms = await session.db.deleteFrom('watch_alarms').where('ended_at', '<', limit).executeTakeFirst();
  return [runs, messages, alarms].reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
