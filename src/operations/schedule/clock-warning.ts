import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant, isoSeconds } from '../../normalise/instant.ts';

export interface ClockWarning {
  readonly found: string;
  readonly remedy: string;
}

/**
 * Warns if this machine's clock is behind the store. A record or run more than a day in the future shows that this
 * clock is wrong, or that an earlier one was. Undefined if there is none.
 * @param at the time of this machine's clock
 */
export async function clockWarning(session: Session, at: Instant): Promise<ClockWarning | undefined> {
  const now = formatInstant(at);
  const { rows } = await sql<{ newest: string; odd: boolean }>`
    select newest, newest > ${now}::timestamptz + interval '24 hours' as odd
    from (select greatest((select max(read_at) from sources), (select max(started_at) from runs)) as newest) as used`.execute(
    session.db,
  );
  const [row] = rows;
  if (row?.odd !== true) return undefined;
  return {
    found: `this machine's clock says ${isoSeconds(now)}, but the store was used at ${isoSeconds(row.newest)}`,
    remedy:
      'Correct the clock and run again: evidence received after "now" does not count, and deadlines are judged by it.',
  };
}

export function clockWarningText({ found, remedy }: ClockWarning): string {
  return `warning: ${found}.\n  to do:    ${remedy}`;
}
