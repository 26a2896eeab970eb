import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant, isoSeconds } from '../../normalise/instant.ts';

export interface ClockWarning {
  readonly found: string;
  readonly remedy: string;
}

/**
 * Tells a clock that runs behind the store: what was read or run more than a day after "now" shows that this clock,
 * or an earlier one, is wrong. Undefined if nothing is odd.
 * @param at what this machine's clock says
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
      'Correct the clock and run again: without --as-of, evidence received after "now" does not count, and deadlines are judged by it.',
  };
}

/** The warning as lines for a person. */
export function clockWarningText({ found, remedy }: ClockWarning): string {
  return `warning: ${found}.\n  to do:    ${remedy}`;
}
