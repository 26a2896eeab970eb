import type { Session } from '../database/store.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import type { Alert } from './alert.ts';
import { wanted } from './routing.ts';
import { targetsOf } from './targets.ts';

/** A statement can have 65,535 values; a row has seven. */
const ROWS_AT_ONCE = 1000;

/**
 * Writes messages for every channel that subscribes to them, in the caller's transaction: they exist if and only if
 * the event does. A channel gets no second message with the same key.
 * @returns number of messages written
 */
export async function enqueue(
  session: Session,
  settings: Settings,
  alerts: readonly Alert[],
  at: Instant,
): Promise<number> {
  const written_at = formatInstant(at);
  const rows = targetsOf(settings).flatMap((target) =>
    alerts.flatMap((alert) => {
      const own = wanted(alert, target);
      if (own === undefined) return [];
      const { key, severity, facts } = own;
      return [
        {
          channel: target.name,
          key,
          topic: facts.topic,
          severity,
          facts: JSON.stringify(facts),
          written_at,
          due_at: written_at,
        },
      ];
    }),
  );
  let written = 0;
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const result = await session.db
      .insertInto('outbox')
      .values(rows.slice(first, first + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(['channel', 'key']).doNothing())
      .executeTakeFirst();
    written += Number(result.numInsertedOrUpdatedRows ?? 0);
  }
  return written;
}
