import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { formatInstant, type Instant } from '../../normalise/instant.ts';

/** rejected-records.csv of a version lists lines from this many hours before its run. */
const REJECTED_HOURS = 7 * 24;

/** From when on rejected-records.csv of the remaining versions may list what was read. */
export interface ShownFrom {
  /** Sources read before this moment are older than the limit in every region and appear in no remaining report. */
  readonly read_before: string;
  /** The newest entry of the audit trail that the first of these versions includes; null if there are none. */
  readonly since: string | null;
}

/** @param otherwise the earliest limit: versions of dates before it go */
export async function shownFrom(session: Session, at: Instant, otherwise: string): Promise<ShownFrom> {
  const { rows } = await sql<ShownFrom>`
    select least(
             ${formatInstant(at)}::timestamptz,
             ${otherwise}::date::timestamp at time zone 'UTC' - interval '14 hours',
             min(r.started_at) - make_interval(hours => ${REJECTED_HOURS}::integer)
           ) as read_before,
           min(r.last_entry) as since
    from versions v
    join runs r on r.run_id = v.run_id
    where v.date >= ${otherwise}::date`.execute(session.db);
  return rows[0]!;
}

/**
 * The moment before which a source was read that no version lists any more: versions before the limit stay as well if
 * nothing of their dates is purged.
 */
export async function readBeforeShown(session: Session, { read_before: before }: ShownFrom): Promise<string> {
  const { rows } = await sql<{ read_before: string }>`
    select least(
             ${before}::timestamptz,
             min(r.started_at) - make_interval(hours => ${REJECTED_HOURS}::integer)
           ) as read_before
    from versions v
    join runs r on r.run_id = v.run_id
    left join purged_dates p on p.date = v.date and p.region = v.region
    where p.date is null`.execute(session.db);
  return rows[0]!.read_before;
}
