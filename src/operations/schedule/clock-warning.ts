import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { addSeconds, formatInstant, type Instant, isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted } from '../../terminal-text.ts';
import { AHEAD_SECONDS } from './retry-after.ts';

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

/**
 * Warns if a date is published as of a time that has not come. Undefined if none is.
 * @param at the time of this machine's clock
 */
export async function aheadWarning(session: Session, at: Instant): Promise<ClockWarning | undefined> {
  const rows = await session.db
    .selectFrom('versions')
    .innerJoin('runs', 'runs.run_id', 'versions.run_id')
    .select(['versions.date', 'versions.region', 'versions.version', 'runs.as_of'])
    .where('runs.as_of', '>', sql<string>`${formatInstant(addSeconds(at, AHEAD_SECONDS))}::timestamptz`)
    .orderBy('runs.as_of', 'desc')
    .orderBy('versions.date', 'desc')
    .orderBy('versions.region')
    .execute();
  const [last] = rows;
  if (last === undefined) return undefined;
  const place = `${last.date} ${regionFolder(last.region)} v${last.version}`;
  const others = rows.length === 1 ? '' : `, and ${counted(rows.length - 1, 'more version')}`;
  return {
    found: `${place} is published as of ${isoSeconds(last.as_of)}, which has not come${others}`,
    remedy:
      'Correct the clock of this machine if it is behind. If it is right, a clock was ahead, or --as-of was given: no ' +
      'earlier as-of can be published for these dates. Their nights fail until then, are tried again by themselves, and ' +
      'restate the dates. payin-recon reconcile --preview DIR writes the reports as known now.',
  };
}

export function clockWarningText({ found, remedy }: ClockWarning): string {
  return `warning: ${found}.\n  to do:    ${remedy}`;
}
